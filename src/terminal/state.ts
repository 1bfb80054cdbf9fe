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

/** What a film was begun with. Whatever differs stands for other answers. */
export type Stamps = Readonly<Record<(typeof STAMPS)[number], string>>;
const STAMPS = ['source', 'prompt', 'model', 'notes'] as const;

export const fingerprintOf = (value: string | Uint8Array): string =>
  createHash('sha256').update(value).digest('hex').slice(0, 16);

/** The state of a film that this process has. Its file lies beside the output and is a project file that the page opens. */
export interface FilmState {
  /** Call it after each answer: its words are on the disk 250 ms later, even if the process is killed. */
  changed(): void;
  /** Keeps what came until now before it returns, and writes no more until another answer comes. For signals, and before the output is written. */
  keepNow(): void;
  /** Keeps what came, and lets any process go on with it at once. Without an answer the file goes. */
  letGo(): Promise<void>;
  /** The output is written: the file goes. */
  finish(): Promise<void>;
  /**
   * `restored` is no project that can be opened: it is kept under another name, and the film begins anew. Resolves with a sentence about that.
   */
  setAside(): Promise<string>;
}

export type TakenFilm =
  /** `restored`: the project to go on with; undefined: the film begins. `told`: a sentence about a damaged file. */
  | {
      readonly kind: 'taken';
      readonly state: FilmState;
      readonly restored: string | undefined;
      readonly told: string | undefined;
    }
  /** A living process has the film. `until`: one of another host, which may have ended without a word (ms since 1970); undefined: one of this host. */
  | { readonly kind: 'being-translated'; readonly until: number | undefined }
  /** It was written since it was looked for. */
  | { readonly kind: 'has-output' }
  /** A state of other stamps stays as it is, or the disk refuses; a sentence. */
  | { readonly kind: 'other-stamps' | 'unwritable'; readonly message: string };

export interface StateParts {
  readonly output: string;
  readonly stamps: Stamps;
  /** The film's project file as it is now. */
  readonly project: () => string;
  /** Begins anew, whatever was kept. */
  readonly restart: boolean;
  /** The film is translated although its output is there. */
  readonly overwrite: boolean;
  /** Told once, in a sentence, when answers cannot be kept any more. */
  readonly onProblem: (message: string) => void;
}

/** Answers wait so long for others to be written with them. */
const COALESCE_MS = 50;
const RETRY_MS = 2_000;
const HEARTBEAT_MS = 30_000;

/** Bytes of a name on most disks, less what is put behind the name of a damaged file. */
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
 * Takes a film for this process before anything of it is sent. Of several processes that try it at the same time one gets the film. Its folder
 * is made. An output that is no regular file has no state.
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

/** The project that an interrupted run has left, if one with these stamps would go on with it. Changes nothing. */
export async function leftOf(output: string, stamps: Stamps): Promise<string | undefined> {
  const kept = parseState(await readFile(statePath(output), 'utf8').catch(() => ''));
  return kept && differingStamps(kept.stamps, stamps).length === 0 ? kept.project : undefined;
}

/** A process that died between the last two steps has left the state of a film that is written. It goes. */
export async function removeFinishedState(output: string): Promise<void> {
  const path = statePath(output);
  try {
    const owner = parseState(await readFile(path, 'utf8'))?.owner;
    if (owner && owner.time <= (await stat(output)).mtimeMs && !(await isLiving(owner))) await unlink(path);
  } catch {
    // Nothing is there, or it stays.
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
  // Another process may have written the output and removed its state since this one looked for both.
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
  prompt: 'the prompt',
  model: 'the model',
  notes: 'the notes',
};

const otherStampsWords = (output: string, path: string, differing: readonly (keyof Stamps)[]): string =>
  `Since ${output} was begun, something has changed: ${differing.map((stamp) => DIFFERENCES[stamp]).join(', ')}. So the program cannot use the replies in ${path}. To use them, ${differing.includes('source') ? 'bring the earlier file back and ' : ''}give the first command again. To start again without them, add --restart: you pay for the whole film again. To see the price first, add --dry-run, too.`;

/** Keeps a damaged file under another name. */
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
  /** Answers came that are not on their way to the disk. */
  let isChanged = false;
  let hasAnswers = isRestored;
  let isTroubled = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  /** Of what is written. An older one never takes the place of a newer one. */
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
    writing = writeNewest().then(
      () => {
        isTroubled = false;
        writing = undefined;
        if (isChanged) writeLater(COALESCE_MS);
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
    // At once, so that no older file can come to its name after a newer one.
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

/** For signals, after which nothing is waited for. */
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
    // It was not there.
  }
}

interface KeptState {
  /** The project file without the part of the terminal. */
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

/** A film has hundreds of kilobytes, which are not parsed at each answer. */
function withOwner(project: string, stamps: Stamps, owner = ownOwner()): string {
  const open = project.slice(0, project.lastIndexOf('}')).trimEnd();
  return `${open},\n "terminal": ${JSON.stringify({ ...owner, stamps })}\n}\n`;
}

const SETTLING_MS = 50;
const SETTLING_TRIES = 10;

/** undefined: no file. A file without links to other names may be seen while it is made; half a second later it is damaged. */
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
