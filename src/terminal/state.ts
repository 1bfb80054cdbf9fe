import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { readFile, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  DISK,
  isNotThere,
  isStream,
  isThere,
  makeFolders,
  temporaryName,
  whyUnwritten,
  writeTemporary,
} from './outputs.ts';
import { createWhole, exchange, hasUntil, isLiving, type Owner, ownOwner, parseOwner } from './owner.ts';

/** Fingerprints of what a film was begun with. If one differs, the stored answers do not fit. */
export type Stamps = Readonly<Record<(typeof STAMPS)[number], string>>;
const STAMPS = ['source', 'prompt', 'model', 'notes'] as const;

export const fingerprintOf = (value: string | Uint8Array): string =>
  createHash('sha256').update(value).digest('hex').slice(0, 16);

/** The state of a film that this process has. Its file is beside the output, and is a project file that the page can open. */
export interface FilmState {
  /** Call it after each answer. The answer is on the disk 250 ms later, even if the process is killed. */
  changed(): void;
  /** Stores all answers before it returns, and writes nothing more until another answer comes. For signals, and before the output is written. */
  keepNow(): void;
  /** Stores all answers, and lets any process continue at once. If there is no answer, removes the file. */
  letGo(): Promise<void>;
  /** Call it when the output is written: removes the file. */
  finish(): Promise<void>;
  /** Call it if `restored` cannot be opened as a project: stores it under another name, so that the film begins again. Resolves with a sentence about that. */
  setAside(): Promise<string>;
}

export type TakenFilm =
  /** `restored`: the project to continue with; undefined: the film begins. `told`: a sentence about a damaged file. */
  | {
      readonly kind: 'taken';
      readonly state: FilmState;
      readonly restored: string | undefined;
      readonly told: string | undefined;
    }
  /**
   * A running process has the film. `until`: for a process of another host, which may have ended without releasing it (ms since 1970); undefined: a process of
   * this host.
   */
  | { readonly kind: 'being-translated'; readonly until: number | undefined }
  /** The output was written after the program had looked for it. */
  | { readonly kind: 'has-output' }
  /** A sentence. 'other-stamps': a state with other stamps exists and stays. 'unwritable': the disk refuses. */
  | { readonly kind: 'other-stamps' | 'unwritable'; readonly message: string };

export interface StateParts {
  readonly output: string;
  readonly stamps: Stamps;
  /** Returns the film's present project file. */
  readonly project: () => string;
  /** Begins again, whatever is stored. */
  readonly restart: boolean;
  /** Translates the film although its output exists. */
  readonly overwrite: boolean;
  /** Called once, with a sentence, when answers cannot be stored any more. */
  readonly onProblem: (message: string) => void;
}

/** An answer waits this long, so that others can be written with it. */
const COALESCE_MS = 50;
const RETRY_MS = 2_000;
const HEARTBEAT_MS = 30_000;

/** The longest name on most disks in bytes, minus the ending of a damaged file's name. */
const MOST_NAME_BYTES = 255 - '.damaged-999.json'.length;

/** ".Film.pt-BR.srt.partial.json", beside the output. */
export const statePath = (output: string): string => `${stateBase(output)}.json`;

function stateBase(output: string): string {
  const name = basename(output);
  const base = `.${name}.partial`;
  if (Buffer.byteLength(base) <= MOST_NAME_BYTES) return join(dirname(output), base);
  let short = name;
  while (Buffer.byteLength(short) > MOST_NAME_BYTES - 40) short = [...short].slice(0, -1).join('');
  return join(dirname(output), `.${short}~${fingerprintOf(name)}.partial`);
}

/**
 * Claims a film for this process before anything of it is sent. If several processes try at the same time, one of them gets it. Makes the folder. An output
 * that is not a regular file has no state.
 */
export async function takeFilm(parts: StateParts): Promise<TakenFilm> {
  if (await isStream(parts.output)) return taken(NO_STATE);
  try {
    makeFolders(dirname(parts.output));
    for (;;) {
      const found = await readSettled(statePath(parts.output));
      const result = found === undefined ? await begin(parts) : await goOn(parts, found);
      if (result !== 'again') return result;
    }
  } catch (error) {
    return { kind: 'unwritable', message: whyUnwritten(parts.output, error) };
  }
}

/** The project of an interrupted run, if this run would continue it, because the stamps are equal. Changes nothing. */
export async function leftOf(output: string, stamps: Stamps): Promise<string | undefined> {
  const kept = parseState(await readFile(statePath(output), 'utf8').catch(() => ''));
  return kept && differingStamps(kept.stamps, stamps).length === 0 ? kept.project : undefined;
}

/** Removes the state of a finished film: a process that died between its last two steps has not removed it. */
export async function removeFinishedState(output: string): Promise<void> {
  const path = statePath(output);
  try {
    const owner = parseState(await readFile(path, 'utf8'))?.owner;
    if (owner && owner.time <= (await stat(output)).mtimeMs && !(await isLiving(owner))) await unlink(path);
  } catch {
    // There was no file, or it cannot be removed.
  }
}

const nothing = async () => {};
const NO_STATE: FilmState = { changed() {}, keepNow() {}, letGo: nothing, finish: nothing, setAside: async () => '' };

const taken = (state: FilmState, restored?: string, told?: string): TakenFilm => ({
  kind: 'taken',
  state,
  restored,
  told,
});

async function begin(parts: StateParts): Promise<TakenFilm | 'again'> {
  const text = parts.project();
  const path = statePath(parts.output);
  if (!(await createWhole(path, withOwner(text, parts.stamps)))) return 'again';
  // Another process may have written the output and removed its state after this one had looked for both.
  if (!parts.overwrite && (await isThere(parts.output))) {
    await unlink(path);
    return { kind: 'has-output' };
  }
  return taken(createState(parts, text, false));
}

async function goOn(parts: StateParts, found: string): Promise<TakenFilm | 'again'> {
  const path = statePath(parts.output);
  const kept = parseState(found);
  if (kept && (await isLiving(kept.owner))) return { kind: 'being-translated', until: hasUntil(kept.owner) };
  if (!parts.overwrite && (await isThere(parts.output))) return { kind: 'has-output' };
  const differing = kept ? differingStamps(kept.stamps, parts.stamps) : [];
  if (differing.length > 0 && !parts.restart) {
    return { kind: 'other-stamps', message: otherStampsWords(parts.output, path, differing) };
  }
  const restored = parts.restart ? undefined : kept?.project;
  const text = restored ?? parts.project();
  const isOurs = await exchange(path, found, async () => {
    const told = kept ? undefined : await asideWords(parts.output, found);
    const temporary = await writeTemporary(dirname(path), withOwner(text, parts.stamps), DISK);
    renameSync(temporary, path);
    return { told };
  });
  if (isOurs === 'taken-by-another') return { kind: 'being-translated', until: undefined };
  if (isOurs === 'again') return 'again';
  return taken(createState(parts, text, restored !== undefined), restored, isOurs.told);
}

const differingStamps = (kept: Readonly<Record<string, unknown>>, now: Stamps): readonly (keyof Stamps)[] =>
  STAMPS.filter((stamp) => kept[stamp] !== now[stamp]);

const DIFFERENCES: Stamps = {
  source: 'the file or an option for its text',
  prompt: 'the prompt (the languages and the tone are part of it)',
  model: 'the model',
  notes: 'the notes',
};

const otherStampsWords = (output: string, path: string, differing: readonly (keyof Stamps)[]): string =>
  `Since ${output} was begun, something has changed: ${differing.map((stamp) => DIFFERENCES[stamp]).join(', ')}. So the program cannot use the replies in ${path}. To use them, ${differing.includes('source') ? 'bring the earlier file back and ' : ''}give the first command again. To start again without them, add --restart: you pay for the whole film again. To see the price first, add --dry-run, too.`;

/** Stores a damaged file under another name, and returns a sentence about that. */
async function asideWords(output: string, text: string): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = `${stateBase(output)}.damaged${number === 1 ? '' : `-${number}`}.json`;
    if (!(await createWhole(aside, text))) continue;
    return `The stored replies in ${statePath(output)} are damaged. The program translates the whole film again, and you pay again. It keeps the damaged file as ${aside}.`;
  }
}

function createState(parts: StateParts, first: string, isRestored: boolean): FilmState {
  const { output, stamps, project, onProblem } = parts;
  const path = statePath(output);
  let text = first;
  /** Answers came that no write contains yet. */
  let isChanged = false;
  let hasAnswers = isRestored;
  let isTroubled = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  /** The number of the newest write. An older one must never replace a newer one. */
  let version = 0;
  const heartbeat = setInterval(() => {
    if (writing === undefined && timer === undefined) write();
  }, HEARTBEAT_MS).unref();

  const newest = (): string => {
    if (isChanged) text = project();
    isChanged = false;
    return text;
  };

  function writeLater(waitMs: number): void {
    if (!isOver && timer === undefined && writing === undefined) timer = setTimeout(write, waitMs).unref();
  }

  function write(): void {
    timer = undefined;
    const begunAt = Date.now();
    writing = writeNewest().then(
      () => {
        isTroubled = false;
        writing = undefined;
        // On a slow disk the new answers have waited for this write already, so they wait less. If the clock was set meanwhile, they wait no longer than
        // usual.
        if (isChanged) writeLater(Math.min(COALESCE_MS, Math.max(0, begunAt + COALESCE_MS - Date.now())));
      },
      (error: unknown) => {
        writing = undefined;
        isChanged = true;
        tellOnce(error);
        writeLater(RETRY_MS);
      },
    );
  }

  async function writeNewest(): Promise<void> {
    const mine = ++version;
    const temporary = await writeTemporary(dirname(path), withOwner(newest(), stamps), DISK);
    // Without a wait, so that no older file can get the name after a newer one.
    if (mine === version) renameSync(temporary, path);
    else await unlink(temporary);
  }

  function tellOnce(error: unknown): void {
    if (!isTroubled && !isOver) onProblem(whyUnwritten(path, error));
    isTroubled = true;
  }

  function writeNow(owner: Owner): void {
    version++;
    const temporary = join(dirname(path), temporaryName());
    try {
      writeSynced(temporary, withOwner(newest(), stamps, owner));
      renameSync(temporary, path);
    } catch (error) {
      isChanged = true;
      removeNow(temporary);
      tellOnce(error);
    }
  }

  function end(): void {
    isOver = true;
    version++;
    clearInterval(heartbeat);
    clearTimeout(timer);
  }

  return {
    changed() {
      isChanged = true;
      hasAnswers = true;
      writeLater(COALESCE_MS);
    },
    keepNow() {
      if (!isOver && (isChanged || writing !== undefined)) writeNow(ownOwner());
      clearTimeout(timer);
      timer = undefined;
    },
    async letGo() {
      if (isOver) return;
      if (hasAnswers) writeNow({ ...ownOwner(), pid: 0 });
      else removeNow(path);
      end();
      await writing;
    },
    async finish() {
      if (isOver) return;
      end();
      removeNow(path);
      await writing;
    },
    async setAside() {
      const words = await asideWords(output, text);
      text = project();
      hasAnswers = false;
      writeNow(ownOwner());
      return words;
    },
  };
}

/** For signals, after which the process cannot wait. */
function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function removeNow(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The file did not exist.
  }
}

interface KeptState {
  /** The project file without the facts of the terminal. */
  readonly project: string;
  readonly owner: Owner;
  readonly stamps: Readonly<Record<string, unknown>>;
}

/** undefined: the file is damaged. */
function parseState(text: string): KeptState | undefined {
  try {
    const { terminal, ...project } = JSON.parse(text);
    const owner = parseOwner(terminal);
    if (owner === undefined || typeof terminal.stamps !== 'object' || terminal.stamps === null) return undefined;
    return { project: `${JSON.stringify(project, null, 1)}\n`, owner, stamps: terminal.stamps };
  } catch {
    return undefined;
  }
}

/** The text is changed without parsing: a film has hundreds of kilobytes, and this runs at each answer. */
function withOwner(project: string, stamps: Stamps, owner = ownOwner()): string {
  const open = project.slice(0, project.lastIndexOf('}')).trimEnd();
  return `${open},\n "terminal": ${JSON.stringify({ ...owner, stamps })}\n}\n`;
}

const SETTLING_MS = 50;
const SETTLING_TRIES = 10;

/**
 * undefined: no file. On a disk without links, a file may be seen while it is being written. If it is still not readable after half a second, it is damaged.
 */
async function readSettled(path: string): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      const text = await readFile(path, 'utf8');
      if (tries === SETTLING_TRIES || parseState(text)) return text;
    } catch (error) {
      if (isNotThere(error)) return undefined;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  }
}
