import { readFile } from 'node:fs/promises';
import {
  type CoreParts,
  checkFiles,
  createCore,
  ENDPOINT_IDS,
  type EndpointId,
  isEndpoint,
  isLocal,
  type ListedModel,
  tracksOf,
} from '../core.ts';
import type { ProgramCall } from './call.ts';
import { Mistake } from './call-values.ts';
import { FILM } from './choose-source.ts';
import { readAccess, Unusable } from './keys.ts';
import { nearest } from './options.ts';
import { readWhole, unreadWords } from './sources.ts';
import { countedWords, plain, type Streams } from './tell.ts';
import { openVideoFile, type VideoFile } from './video-file.ts';

/** The parts of its process that the program uses. */
export interface ProcessParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
  readonly network: CoreParts['network'];
  readonly clock: NonNullable<CoreParts['clock']>;
}

type BesideCall = Extract<ProgramCall, { command: 'check' | 'tracks' | 'models' }>;

/** The commands that do not translate. Resolves with the exit code; throws a Mistake. */
export async function besideCommand(call: BesideCall, parts: ProcessParts): Promise<number> {
  switch (call.command) {
    case 'check':
      return check(call, parts);
    case 'tracks':
      return tracks(call, parts);
    case 'models':
      return models(call, parts);
  }
}

async function check(
  { original, translated, json }: Extract<ProgramCall, { command: 'check' }>,
  { streams }: ProcessParts,
): Promise<number> {
  const film = FILM.test(original) ? await openVideo(original) : undefined;
  const source = film ? { file: film, track: undefined } : await fileOf(original);
  const found = await checkFiles(source, await fileOf(translated)).finally(() => film?.close());
  if (!found.ok) throw new Mistake(found.error);
  const { lines, fits, problems } = found.value;
  if (json) streams.out(`${JSON.stringify({ lines, fits, problems })}\n`);
  else for (const { line, words } of problems) streams.out(`${plain(`${line}  ${words}`)}\n`);
  if (problems.length === 0 && streams.columns() !== undefined)
    streams.err(`${countedWords(lines, 'line')}, none to review.\n`);
  return problems.length > 0 ? 1 : 0;
}

async function tracks(
  { film, json }: Extract<ProgramCall, { command: 'tracks' }>,
  { streams }: ProcessParts,
): Promise<number> {
  const file = await openVideo(film);
  try {
    const found = await tracksOf(file);
    if (!found.ok) throw new Mistake(`${film}: ${found.error}`);
    if (json) {
      // null, because JSON omits undefined values.
      const rows = found.value.map(({ language = null, phrases = null, ...track }) => ({
        ...track,
        language,
        phrases,
      }));
      streams.out(`${JSON.stringify({ film, tracks: rows })}\n`);
    } else
      for (const { number, language = 'language unknown', kind, title, forced, text, phrases } of found.value) {
        const facts = [language, kind, title, forced ? 'forced' : '', text ? '' : 'pictures: cannot be translated'];
        const count = phrases === undefined ? '' : countedWords(phrases, 'subtitle');
        streams.out(`${plain([`${number}`, ...facts, count].filter(Boolean).join('  '))}\n`);
      }
    return 0;
  } finally {
    await file.close();
  }
}

async function models(
  { endpoint, json }: Extract<ProgramCall, { command: 'models' }>,
  { streams, env, network, clock }: ProcessParts,
): Promise<number> {
  if (endpoint !== undefined && (!isEndpoint(endpoint) || endpoint === 'local'))
    throw new Mistake(
      `${endpoint} is not a known provider.${endpointMeant(endpoint)} Use one of: ${LISTED.join(', ')}.`,
    );
  const readText = (path: string) => readFile(path, 'utf8');
  const access = await readAccess({ env, readText, url: undefined, insecure: false, servers: {} });
  const core = createCore({ network, clock, keys: access.keys, settings: { addresses: access.addresses } });
  const wanted = endpoint ? [endpoint] : ENDPOINT_IDS.filter((id) => access.keys[id] !== undefined && !isLocal(id));
  if (wanted.length === 0)
    throw new Unusable(
      'There is no key in the environment. Set one as --help says, or try a list that needs no key: subtitle-translator models openrouter',
    );
  let code = 0;
  for (const id of wanted) {
    const list = await core.models(id);
    if (list.ok) streams.out(json ? modelsJson(id, list.value) : modelsText(id, list.value));
    else {
      streams.err(`${plain(list.error)}\n`);
      code = 1;
    }
  }
  core.dispose();
  return code;
}

/** A server at --url has no list. */
const LISTED = ENDPOINT_IDS.filter((id) => id !== 'local');

/** A question at the end of an error about the name of an endpoint or a model. */
export function endpointMeant(typed: string): string {
  const near = nearest(typed.split('/', 1).join(), LISTED);
  return near === undefined || near === typed ? '' : ` Did you mean ${near}?`;
}

function modelsJson(endpoint: EndpointId, list: readonly ListedModel[]): string {
  const models = list.map(({ id, name, input = null, output = null }) => ({ id, name, input, output }));
  return `${JSON.stringify({ endpoint, models })}\n`;
}

const modelsText = (endpoint: EndpointId, list: readonly ListedModel[]): string =>
  list
    .map(({ id, input, output }) => {
      const price =
        input === undefined || output === undefined
          ? 'price unknown'
          : `a million tokens: ${dollars(input)} sent, ${dollars(output)} received`;
      return `${plain(`${endpoint}/${id}  ${price}`)}\n`;
    })
    .join('');

/** "$0.50", "$0.075". */
const dollars = (price: number): string => `$${price.toFixed(2).length > `${price}`.length ? price.toFixed(2) : price}`;

const openVideo = (path: string): Promise<VideoFile> =>
  openVideoFile(path).catch((error: unknown) => unreadable(path, error));

async function fileOf(path: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
  const bytes = await readWhole(path).catch((error: unknown) => unreadable(path, error));
  // The whole path, because two folders may have a file of the same name.
  return { bytes, name: path };
}

function unreadable(path: string, error: unknown): never {
  throw new Mistake(unreadWords(path, error));
}
