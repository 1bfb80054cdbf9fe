import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type CoreParts,
  type CoreSettings,
  errorText,
  type FilmRequest,
  languageOfPrompt,
  looksLikeKey,
  notesOf,
  parseModel,
  parseSettings,
  type SettingsFile,
  suggestions,
} from '../core.ts';
import { besideCommand, endpointMeant, type ProcessParts } from './beside.ts';
import { isProject, readCall, type TranslateCall } from './call.ts';
import { codeOfLanguage, Mistake } from './call-values.ts';
import type { RunLine } from './events.ts';
import { readAccess, Unusable } from './keys.ts';
import { type RunSource, STDIN } from './one-film.ts';
import { BESIDE, helpOf } from './options.ts';
import { createOutputs, type ExpectedOutputs, isThere } from './outputs.ts';
import { exitCode, type FilmsRun, type Outcome, type RunParts, startRun } from './run.ts';
import { FOLDERS, findSources, type LeftFile, pathsInList, unreadWords } from './sources.ts';
import { removeFinishedState } from './state.ts';
import { createTeller, money, plain, type Teller } from './tell.ts';

export interface ProgramParts extends ProcessParts {
  readonly args: readonly string[];
  readonly version: string;
  readonly pace: CoreParts['pace'];
  readonly forms: CoreParts['forms'];
  readonly connect: RunParts['connect'];
  readonly readStdin: () => Promise<Uint8Array>;
  readonly writeStdout: (bytes: Uint8Array) => Promise<void>;
  /** Called with the run once requests may be sent. From then on the run handles signals. */
  readonly onRun: (run: FilmsRun) => void;
  /** 130 or 143 after a signal; 0: no signal came. */
  readonly interrupted: () => number;
}

/** Does what the arguments say. Resolves with the exit code. */
export async function runProgram(parts: ProgramParts): Promise<number> {
  const { args, version, streams } = parts;
  try {
    const call = readCall(args, looksLikeKey);
    switch (call.command) {
      case 'help':
        streams.out(helpOf(call.of));
        return 0;
      case 'version':
        streams.out(`${version}\n`);
        return 0;
      case 'translate':
        return await translate(call, parts);
      default:
        return await besideCommand(call, parts);
    }
  } catch (error) {
    if (error instanceof Mistake) streams.err(`${[plain(error.message), ...error.examples].join('\n')}\n`);
    else if (error instanceof Unusable) streams.err(`${plain(error.message)}\n`);
    else streams.err(`This program has a fault: ${error instanceof Error ? error.stack : errorText(error)}\n`);
    const code = error instanceof Mistake ? 2 : error instanceof Unusable ? 5 : 1;
    if (isToldAsJson(args)) streams.out(`${JSON.stringify({ ...NOTHING_DONE, code })}\n`);
    return code;
  }
}

/** Even a call that cannot be parsed may ask for JSON. */
const isToldAsJson = (args: readonly string[]): boolean =>
  args.includes('--json') &&
  !args.some((arg, at) => arg === '-' && args[at - 1] !== '--files-from') &&
  !BESIDE.some((name) => name === args[0]);

const NOTHING_DONE: RunLine = {
  event: 'end',
  code: 0,
  written: 0,
  skipped: 0,
  failed: 0,
  cost: 0,
  tokens: { input: 0, output: 0 },
};

async function translate(call: TranslateCall, parts: ProgramParts): Promise<number> {
  const { version, streams, network, clock, pace, forms, connect, readStdin, writeStdout, onRun, interrupted } = parts;
  const { settings, request, requestOfProjects, access } = await readAsked(call, parts);
  const to = [...new Set(call.to.map((language) => codeOfLanguage(language, '--to') ?? language))];
  const found = await find({ ...call, to }, request, readStdin);
  await checkBeside(call, found.left);
  const outputs = createOutputs({ sources: found.sources.map(({ path }) => path) });
  const unwritable = call.dryRun
    ? undefined
    : await outputs.claimAhead([...found.sources.flatMap((source) => expectedOf(source, call)), ...besideOf(call)]);
  if (unwritable !== undefined) throw new Mistake(unwritable);
  const toStdout = call.files.includes('-') || call.output === '-';
  const { json, quiet, dryRun, output, project, notesOut } = call;
  const isFileNamed = [output, project, notesOut].some((name) => name !== undefined);
  const teller = createTeller({ json, quiet, dryRun, to, toStdout, isFileNamed }, streams);
  const tool = `subtitle-translator ${version}`;
  const { model = '' } = request;
  teller.tell({ event: 'start', version: 1, tool, model, files: found.sources.length, at: clock.now() });
  for (const message of access.told) teller.tell({ event: 'note', code: 'address', message });
  for (const { path, reason, output } of found.left) {
    teller.tell({ event: 'skipped', file: path, reason });
    if (output !== undefined) await removeFinishedState(output);
  }
  for (const { path, message } of found.missing)
    teller.tell({ event: 'failed', file: path, batch: undefined, message });
  if (found.sources.length + found.left.length + found.missing.length === 0)
    teller.tell({ event: 'note', code: 'nothing', message: nothingWords(call) });
  const core = { ...settingsOf(call, settings), addresses: access.addresses };
  const run = startRun({
    call: { ...call, to },
    sources: found.sources,
    skipLanguage: found.skipLanguage,
    request,
    requestOfProjects,
    core: { network, clock, pace, forms, keys: access.keys, settings: core },
    connect,
    outputs,
    teller,
    readStdin,
    writeStdout,
  });
  onRun(run);
  const ended = await run.done;
  await outputs.removeEmpty();
  tellStop(ended, toStdout, teller);
  const outcome: Outcome = {
    ...ended,
    skipped: ended.skipped + found.left.length,
    failed: ended.failed + found.missing.length,
  };
  const { written, skipped, failed, cost, tokens } = outcome;
  const code = exitCode(outcome, call, interrupted());
  teller.tell({ event: 'end', code, written, skipped, failed, cost, tokens });
  return code;
}

function nothingWords({ files, recursive }: TranslateCall): string {
  const hint = recursive ? '' : ' Add --recursive to look into the folders inside.';
  return `There are no subtitle files or videos in ${files.join(', ') || 'the list'}.${files.length > 0 ? hint : ''}`;
}

function tellStop({ stopped, why, unfinished, cost }: Outcome, toStdout: boolean, teller: Teller): void {
  if (stopped === undefined) return;
  const files = unfinished === 1 ? '1 file is' : `${unfinished} files are`;
  // The answers of a film for standard output are not stored.
  const again = toStdout ? '' : ' Give the same command again to continue.';
  // If no request was sent, the same command would stop here again.
  const advice = stopped === 'limit' && cost === 0 ? ' Give a higher sum.' : again;
  const left = stopped === 'account' ? 'Then give the same command again.' : `${files} not finished.${advice}`;
  const message = [why, ...(stopped === 'unpriced' ? [] : [left])].filter(Boolean).join(' ');
  // An interruption is not an error: the sender of the signal knows about it.
  if (stopped === 'interrupted') return teller.tell({ event: 'note', code: 'interrupted', message });
  teller.tellPrograms({ event: 'note', code: 'stopped', message });
  teller.error(message);
}

/** Combines the call, the settings and the environment. */
async function readAsked(call: TranslateCall, { env, clock }: ProgramParts) {
  const settings = call.settings === undefined ? NO_SETTINGS : await settingsFrom(call.settings);
  // Reads each file only once, because it may be a pipe.
  const texts = await textsOf(call);
  const request = requestOf(call, settings, texts);
  if (request.model === undefined && (call.files.length === 0 || !call.files.every(isProject)))
    throw noModel(clock.now());
  const servers = settings.addresses ?? {};
  const url = call.url ?? (request.model?.startsWith('local/') ? servers.local : undefined);
  if (request.model !== undefined) checkModel(request.model, url);
  const access = await readAccess({ env, readText, url, insecure: call.insecure, servers });
  return { settings, request, requestOfProjects: requestOfProjects(call, texts), access };
}

/** A project keeps its own options, unless the call has others. */
function requestOfProjects(call: TranslateCall, texts: Texts): Partial<FilmRequest> {
  const { options = {}, ...request } = requestOf(call, NO_SETTINGS, texts);
  return Object.keys(options).length > 0 ? { ...request, options } : request;
}

function expectedOf(source: RunSource, { output }: TranslateCall): readonly ExpectedOutputs[] {
  if (source.kind !== 'stdin') return [source];
  return output === undefined || output === '-'
    ? []
    : [{ path: source.path, origin: 'named', outputs: [output], areSure: true }];
}

/** If the translation exists already, files that are written together with it would not be written: reports that. */
async function checkBeside(call: TranslateCall, left: readonly LeftFile[]): Promise<void> {
  const done = left.find(({ output }) => output !== undefined);
  // A path that nobody can look at has no file of ours.
  for (const path of besideOf(call).flatMap(({ outputs }) => outputs))
    if (done && !(await isThere(path).catch(() => false)))
      throw new Mistake(
        `${path} can only be written together with a new translation, but ${done.path} is translated already. To translate it again and pay again, add --overwrite.`,
      );
}

/** The files that are written together with the translation. */
const besideOf = ({ project, notesOut }: TranslateCall): readonly ExpectedOutputs[] =>
  Object.entries({ '--project': project, '--notes-out': notesOut }).flatMap(([path, output]) =>
    output === undefined ? [] : [{ path, origin: 'named', outputs: [output], areSure: true }],
  );

async function find(call: TranslateCall, request: Partial<FilmRequest>, readStdin: () => Promise<Uint8Array>) {
  const targets = call.to.length > 0 ? call.to : [request.to];
  const skipLanguage = call.skipLanguage ? targets[0] : undefined;
  if (call.files.includes('-')) return { sources: [STDIN], left: [], missing: [], skipLanguage };
  const found = await findSources(FOLDERS, {
    named: call.files,
    isRecursive: call.recursive,
    from: request.from,
    targets,
    skipLanguage,
    out: call.out,
    listed: call.filesFrom === undefined ? [] : pathsInList(await listText(call.filesFrom, readStdin), call.byNul),
    // Standard output can always be written.
    overwrite: call.overwrite || call.output === '-',
    outputFile: call.output === '-' ? undefined : call.output,
    isBoth: request.file?.both !== undefined,
  });
  if (call.output !== undefined && found.sources.length > 1)
    throw new Mistake(
      `-o works for one file only, but there are ${found.sources.length} films. Give a folder with --out.`,
    );
  return { ...found, skipLanguage };
}

const readText = async (path: string): Promise<string> => (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');

/** Throws a Mistake if a file of the call cannot be read. */
async function readGiven(option: string, path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Mistake(`${option} ${unreadWords(path, error)}`);
  }
}

const textOf = async (option: string, path: string): Promise<string> =>
  new TextDecoder().decode(await readGiven(option, path));

const listText = async (path: string, readStdin: () => Promise<Uint8Array>): Promise<string> =>
  path === '-' ? new TextDecoder().decode(await readStdin()) : textOf('--files-from', path);

const settingsOf = (call: TranslateCall, settings: SettingsFile): Partial<CoreSettings> =>
  given({
    atOnce: call.atOnce ?? settings.atOnce,
    thinking: call.thinking ?? settings.thinking,
    halfPrice: call.halfPrice || settings.halfPrice,
    ownPrices: settings.ownPrices,
  });

/** Removes undefined values. */
const given = <Row extends object>(row: Row): { [Name in keyof Row]?: Exclude<Row[Name], undefined> } =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as never;

type Texts = Pick<Partial<FilmRequest>, 'prompt' | 'notes'>;

/** The texts of the call, from its arguments or the files that it names. */
async function textsOf({ prompt, notes }: TranslateCall): Promise<Texts> {
  return given({
    prompt: prompt && ('text' in prompt ? prompt.text : (await textOf('--prompt', prompt.file)).trim()),
    notes: notes === undefined ? undefined : await notesFrom(notes),
  });
}

/** The part of the request that is the same for all films. The call overrides the settings. */
function requestOf(call: TranslateCall, settings: SettingsFile, texts: Texts): Partial<FilmRequest> {
  const { lineEnds, marks, lineBreaks, bilingual, strictRead, unroll, repairLetters, frameRate, oneLanguage } = call;
  const { film, file } = settings;
  const { prompt, to } = promptOf(call, settings, texts);
  return {
    prompt,
    to,
    tone: call.tone,
    from: codeOfLanguage(call.from, '--from'),
    model: call.url === undefined ? (call.model ?? settings.model) : `local/${call.model}`,
    notes: texts.notes,
    options: given({
      context: call.context === undefined ? film?.context : CONTEXTS[call.context],
      batches: call.batches === undefined ? film?.batches : BATCHES[call.batches],
      replyFormat: call.replyFormat === undefined ? film?.replyFormat : REPLY_FORMATS[call.replyFormat],
    }),
    file: { ...file, ...given({ lineEnds, marks, lineBreaks, both: bilingual }) },
    repairs: { strictRead, unroll, repairLetters, frameRate, oneLanguage },
    withoutStyles: call.withoutStyles,
  };
}

const CONTEXTS = { batch: undefined, around: 'window' } as const;
const BATCHES = { twenty: undefined, sentence: 'sentences' } as const;
const REPLY_FORMATS = { json: undefined, schema: 'schema', plain: 'plain' } as const;

type Prompt = Pick<FilmRequest, 'prompt' | 'to'>;

function promptOf(call: TranslateCall, settings: SettingsFile, { prompt }: Texts): Prompt {
  const to = codeOfLanguage(call.nameLanguage, '--name-language');
  if (prompt !== undefined) return { prompt, to };
  return settings === NO_SETTINGS || call.to.length > 0 || call.files.some(isProject)
    ? { prompt: undefined, to }
    : promptIn(settings, call, to);
}

/** The settings' prompt is used if the call says neither a language nor a prompt. */
function promptIn({ prompt }: SettingsFile, { output, files }: TranslateCall, named: string | undefined): Prompt {
  if (prompt === undefined)
    throw new Mistake(
      'The target language is missing, and --settings has no prompt. Give the language, as in --to pt-BR',
    );
  const to = named ?? languageOfPrompt(prompt);
  if (to === undefined && output === undefined && !files.includes('-'))
    throw new Mistake(
      'The prompt in --settings has no target language. Give the name of the output (-o FILE) or its language (--name-language LANGUAGE).',
    );
  return { prompt, to };
}

const NO_SETTINGS: SettingsFile = {};

async function settingsFrom(path: string): Promise<SettingsFile> {
  const settings = parseSettings(await textOf('--settings', path));
  if (settings.ok) return settings.value;
  throw new Mistake(`--settings ${path}: ${settings.error}`);
}

async function notesFrom(path: string) {
  const notes = await notesOf({ bytes: await readGiven('--notes', path), name: basename(path) });
  if (notes.ok) return notes.value;
  throw new Mistake(`--notes ${path}: ${notes.error}`);
}

function checkModel(name: string, url: string | undefined): void {
  const model = parseModel(name);
  if (!model.ok) throw new Mistake(`${model.error}${endpointMeant(name)}`);
  if (model.value.endpoint === 'local' && url === undefined)
    throw new Mistake(`${name} is on a server of your own. Say where: --url ADDRESS`);
}

function noModel(now: number): Mistake {
  const offered = suggestions(now).map(
    ({ model, low, high }) => `  --model ${model}   (a film of 1,600 lines: ${money(low)} to ${money(high)})`,
  );
  return new Mistake('No model is given. Choose one with --model, for example:', offered);
}
