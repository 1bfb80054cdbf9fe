import { createHash } from 'node:crypto';
import { constants, readlinkSync } from 'node:fs';
import { copyFile, link, open, readFile, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeOf, DISK, writeTemporary } from './outputs.ts';

/** The process that has a film. */
export interface Owner {
  readonly host: string;
  /** 0: it has let go of the film. */
  readonly pid: number;
  /** When it last said so, in milliseconds since 1970. */
  readonly time: number;
  /** On Linux: where its number counts. Containers that share the name of a host may each have a process 7. */
  readonly pidNamespace: string | undefined;
}

export const ownOwner = (): Owner => ({
  host: hostname(),
  pid: process.pid,
  time: Date.now(),
  pidNamespace: ownNamespace(),
});

function ownNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** undefined: it is none. */
export function parseOwner(value: unknown): Owner | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, pid, time, pidNamespace } = value as Readonly<Record<string, unknown>>;
  if (typeof host !== 'string' || !Number.isSafeInteger(pid) || typeof time !== 'number') return undefined;
  return { host, pid: Number(pid), time, pidNamespace: typeof pidNamespace === 'string' ? pidNamespace : undefined };
}

/** A process of another host refreshes its time more often. */
const ABSENT_MS = 2 * 60 * 1_000;

/** Until when it has a film at least, unless it says so again; undefined: a process of this host has it until it ends. */
export const hasUntil = (owner: Owner): number | undefined =>
  isHere(owner) ? undefined : Math.min(owner.time, Date.now()) + ABSENT_MS;

const isHere = ({ host, pidNamespace }: Owner): boolean =>
  host === hostname() && (pidNamespace === undefined || pidNamespace === ownNamespace());

/** Whether the process still has what it took. Of another host's process its time alone is known. */
export async function isLiving(owner: Owner): Promise<boolean> {
  const { pid, time } = owner;
  if (pid <= 0) return false;
  if (!isHere(owner)) return Math.abs(Date.now() - time) < ABSENT_MS;
  if (!isRunning(pid)) return false;
  const startedMs = await startOf(pid);
  // The number belongs to a younger process now.
  return startedMs === undefined || time >= startedMs - CLOCK_MS;
}

/** A clock that is set meanwhile, a little. */
const CLOCK_MS = 2_000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process of this host began; undefined: this system does not tell. */
async function startOf(pid: number): Promise<number | undefined> {
  const ownStartMs = Date.now() - process.uptime() * 1_000;
  if (pid === process.pid) return ownStartMs;
  // Reckoned from this process: in containers the time of the boot may be that of the container.
  const [ticks, own] = await Promise.all([ticksOf(String(pid)), ticksOf('self')]);
  return ticks > 0 && own > 0 ? ownStartMs + (ticks - own) * TICK_MS : undefined;
}

const TICK_MS = 10;

/** proc(5): field 22, behind a name that may contain anything but ends with the last bracket. NaN: this system does not tell. */
async function ticksOf(pid: string): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19]);
}

/**
 * Of several processes that found the same text of a file one does `replace`. "again": the file has another text meanwhile. Who wins is decided
 * by a second name that is made of the text, so that nobody who found an older text can replace a newer one.
 */
export async function exchange<Done extends object>(
  path: string,
  found: string,
  replace: () => Promise<Done>,
): Promise<Done | 'again' | 'taken-by-another'> {
  const hash = createHash('sha256')
    .update(`${basename(path)}\n${found}`)
    .digest('hex')
    .slice(0, 16);
  const claimOf = (number: number) => join(dirname(path), `.subtitle-translator-claim-${hash}-${number}.tmp`);
  let number = 0;
  while (!(await createWhole(claimOf(number), JSON.stringify(ownOwner())))) {
    const other = await ownerOfClaim(claimOf(number));
    if (other === undefined || (await isLiving(other))) return 'taken-by-another';
    // Its process died before the file was replaced. The name stays until somebody has replaced it.
    number++;
  }
  try {
    const now = await readFile(path, 'utf8').catch(() => undefined);
    return now === found ? await replace() : 'again';
  } finally {
    for (let each = 0; each <= number; each++) await unlink(claimOf(each)).catch(() => {});
  }
}

async function ownerOfClaim(path: string): Promise<Owner | undefined> {
  try {
    return parseOwner(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Creates a file that has its text from the beginning. false: there is one of that name. */
export async function createWhole(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(dirname(path), text, DISK);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    // The answer of a disk of another computer may be lost, and the second try finds the link of the first.
    if (codeOf(error) === 'EEXIST') return (await stat(temporary)).nlink === 2;
    return await createOnly(temporary, path);
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

/** For disks without a second name for a file, as FAT. */
async function createOnly(temporary: string, path: string): Promise<boolean> {
  try {
    await copyFile(temporary, path, constants.COPYFILE_EXCL);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
  return true;
}
