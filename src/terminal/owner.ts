import { createHash } from 'node:crypto';
import { constants, readlinkSync } from 'node:fs';
import { copyFile, link, open, readFile, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeOf, DISK, writeTemporary } from './outputs.ts';

/** The process that has a film. */
export interface Owner {
  readonly host: string;
  /** 0: the process has released the film. */
  readonly pid: number;
  /** When the process last confirmed that it has the film, in ms since 1970. */
  readonly time: number;
  /** On Linux: the namespace of the process number. Containers with the same host name may each have a process 7. */
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

/** undefined: the value is not an owner. */
export function parseOwner(value: unknown): Owner | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, pid, time, pidNamespace } = value as Readonly<Record<string, unknown>>;
  if (typeof host !== 'string' || !Number.isSafeInteger(pid) || typeof time !== 'number') return undefined;
  return { host, pid: Number(pid), time, pidNamespace: typeof pidNamespace === 'string' ? pidNamespace : undefined };
}

/** A process of another host confirms more often than this. */
const ABSENT_MS = 2 * 60 * 1_000;

/** The time until which the process surely has the film, unless it confirms again; undefined: a process of this host has it until it ends. */
export const hasUntil = (owner: Owner): number | undefined =>
  isHere(owner) ? undefined : Math.min(owner.time, Date.now()) + ABSENT_MS;

const isHere = ({ host, pidNamespace }: Owner): boolean =>
  host === hostname() && (pidNamespace === undefined || pidNamespace === ownNamespace());

/** Whether the process still has what it claimed. For a process of another host, only its time is known. */
export async function isLiving(owner: Owner): Promise<boolean> {
  const { pid, time } = owner;
  if (pid <= 0) return false;
  if (!isHere(owner)) return Math.abs(Date.now() - time) < ABSENT_MS;
  if (!isRunning(pid)) return false;
  const startedMs = await startOf(pid);
  // Otherwise a younger process has the number now.
  return startedMs === undefined || time >= startedMs - CLOCK_MS;
}

/** Tolerates a small change of the clock. */
const CLOCK_MS = 2_000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is a process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process of this host began; undefined: this system does not say. */
async function startOf(pid: number): Promise<number | undefined> {
  const ownStartMs = Date.now() - process.uptime() * 1_000;
  if (pid === process.pid) return ownStartMs;
  // Computed relative to this process: in a container, the boot time may be that of the container.
  const [ticks, own] = await Promise.all([ticksOf(String(pid)), ticksOf('self')]);
  return ticks > 0 && own > 0 ? ownStartMs + (ticks - own) * TICK_MS : undefined;
}

const TICK_MS = 10;

/** proc(5): field 22, after a name that may contain anything but ends with the last bracket. NaN: this system does not say. */
async function ticksOf(pid: string): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19]);
}

/**
 * If several processes found the same text in a file, only one of them calls `replace`. "again": the file has another text meanwhile. The winner is the process
 * that creates a second file whose name is made from the text, so no process that found an older text can replace a newer one.
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
    // The process with this claim died before it replaced the file. Its claim stays until another process has replaced the file.
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

/** Creates a file that has its full text from the first moment. false: a file of that name exists. */
export async function createWhole(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(dirname(path), text, DISK);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    // The answer of a network disk may get lost. Then the second try finds the link of the first one.
    if (codeOf(error) === 'EEXIST') return (await stat(temporary)).nlink === 2;
    return await createOnly(temporary, path);
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

/** For disks that cannot give a file a second name, such as FAT. */
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
