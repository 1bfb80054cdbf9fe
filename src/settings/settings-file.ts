import * as v from 'valibot';
import { followsFilm } from '../languages/default-prompt.ts';
import { parseJson } from '../lib/json.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Price } from '../prices/price.ts';
import { allowedAddress } from '../providers/compatible-endpoints.ts';
import { isEndpoint } from '../providers/endpoints.ts';
import { looksLikeKey } from '../providers/keys.ts';
import type { Addresses, Thinking } from '../providers/provider.ts';
import type { SettingsState } from './settings.ts';

const FORMAT = 'subtitle-translator-settings';
const VERSION = 1;

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
/** A person's own program may be anywhere. */
const ANYWHERE = ['http:', 'https:'];
const address = v.exactOptional(
  v.pipe(
    v.string(),
    v.transform((typed) => allowedAddress(typed, ANYWHERE)),
    v.string(),
  ),
);

/** `called`: the setting's name on the page. `wanted`: which values are allowed. */
interface Field<Schema> {
  readonly schema: Schema;
  readonly called: string;
  readonly wanted: string;
}
const field = <Schema extends v.GenericSchema>(called: string, wanted: string, schema: Schema): Field<Schema> => ({
  schema,
  called,
  wanted,
});

const FIELDS = {
  model: field(
    'the model’s name',
    'a name such as "openai/gpt-5.4-mini"',
    v.pipe(
      v.string(),
      v.check((name) => isEndpoint(name.replace(/\/.*/s, '')) && /^[^/]+\/[^\p{C}]+$/u.test(name)),
    ),
  ),
  prompt: field('the prompt', 'a text', v.pipe(v.string(), v.regex(/\S/))),
  atOnce: field(
    '“Concurrency”',
    '"automatic" or a whole number from 1',
    v.union([v.literal('automatic'), v.pipe(v.number(), v.safeInteger(), v.minValue(1))]),
  ),
  thinking: field('“Thinking”', 'one of "least", "default" and "more"', v.picklist(['least', 'default', 'more'])),
  halfPrice: field('“Half price”', 'true or false', v.boolean()),
  addresses: field(
    'the address of a server',
    'an address for each of "ollama", "lmstudio", "llamacpp" and "local" that has one, as in "http://127.0.0.1:8080/v1"',
    v.object({ ollama: address, lmstudio: address, llamacpp: address, local: address }),
  ),
  ownPrices: field(
    'a price',
    'US dollars for a million tokens, as in {"openai/gpt-5.4-mini": {"input": 0.5, "output": 2}}',
    v.record(
      v.string(),
      v.object({
        input: amount,
        output: amount,
        request: v.exactOptional(amount),
        thinking: v.exactOptional(amount),
      }),
    ),
  ),
  film: field(
    '“Context”, “Batches” or “Reply format”',
    'an object with only these entries: "context": "window"; "batches": "sentences"; "replyFormat": "schema" or "plain"',
    v.object({
      context: v.exactOptional(v.literal('window')),
      batches: v.exactOptional(v.literal('sentences')),
      replyFormat: v.exactOptional(v.picklist(['schema', 'plain'])),
    }),
  ),
  file: field(
    '“File options”',
    'an object with the entries "both", "look", "lineEnds", "marks", "lineBreaks", "sounds" and "direction", each with a value that “Export settings” writes',
    v.object({
      both: v.exactOptional(v.picklist(['below', 'above'])),
      look: v.exactOptional(v.picklist(['italics', 'grey'])),
      lineEnds: v.exactOptional(v.picklist(['lf', 'file', 'tv'])),
      marks: v.exactOptional(v.picklist(['rlm', 'embedding'])),
      lineBreaks: v.exactOptional(v.literal('balanced')),
      sounds: v.exactOptional(v.literal('left-out')),
      direction: v.exactOptional(v.literal('letters')),
    }),
  ),
} as const satisfies Readonly<{ [Name in keyof SettingsFile]-?: Field<v.GenericSchema<unknown, SettingsFile[Name]>> }>;

const NAMES = Object.keys(FIELDS) as readonly (keyof SettingsFile)[];

/** The settings in a file. Never a key. The declarations of the core contain this type, so it uses no type of valibot. */
export type SettingsFile = Partial<{
  /** For example "openai/gpt-5.4-mini". */
  readonly model: string;
  readonly prompt: string;
  readonly atOnce: 'automatic' | number;
  readonly thinking: Thinking;
  readonly halfPrice: boolean;
  readonly addresses: Addresses;
  /** By the model's name. */
  readonly ownPrices: Readonly<Record<string, Price>>;
  readonly film: Partial<{
    readonly context: 'window';
    readonly batches: 'sentences';
    readonly replyFormat: 'schema' | 'plain';
  }>;
  readonly file: Partial<{
    readonly both: 'below' | 'above';
    readonly look: 'italics' | 'grey';
    readonly lineEnds: 'lf' | 'file' | 'tv';
    readonly marks: 'rlm' | 'embedding';
    readonly lineBreaks: 'balanced';
    readonly sounds: 'left-out';
    readonly direction: 'letters';
  }>;
}>;

/**
 * The page's settings as a file. Omits a prompt that no person wrote. The error is a sentence for people: a text that they typed contains a key. `film`,
 * `file`: the options of the film and of its file.
 */
export function formatSettings(
  settings: Pick<SettingsState, 'prompt' | 'promptFollows' | 'model' | 'concurrency' | 'calls' | 'prices' | 'keys'>,
  options: { readonly film: object; readonly file: object },
): Result<string, string> {
  const { prompt, model, concurrency, calls, prices, keys } = settings;
  const hasOwnPrompt = !followsFilm(settings) && prompt.trim() !== '';
  // The page sends nothing to an address that it cannot use.
  const addresses = Object.entries(calls.addresses).flatMap(([id, typed]) => {
    const usable = typed === '' ? undefined : allowedAddress(typed, ANYWHERE);
    return usable === undefined ? [] : [[id, usable]];
  });
  const all = {
    model: `${model.endpoint}/${model.id}`,
    ...(hasOwnPrompt && { prompt }),
    atOnce: concurrency,
    thinking: calls.thinking,
    halfPrice: calls.halfPrice,
    addresses: Object.fromEntries(addresses),
    // The page writes "openai:gpt-5.4-mini".
    ownPrices: Object.fromEntries(Object.entries(prices.own).map(([name, price]) => [name.replace(':', '/'), price])),
    film: options.film,
    file: options.file,
  };
  // Omits facts that the page stores with the options, such as the film that they belong to.
  const written = Object.fromEntries(
    NAMES.flatMap((name) => {
      const parsed = v.safeParse(FIELDS[name].schema, all[name]);
      return parsed.success ? [[name, parsed.output]] : [];
    }),
  );
  const own = Object.values(keys).filter((key) => key.length >= SHORTEST_KEY);
  const unsafe = NAMES.find((name) => holdsKey({ [name]: written[name] }, own));
  if (unsafe)
    return fail(
      `The settings were not exported: ${FIELDS[unsafe].called} contains what looks like a key. Delete the key, then export the settings again.`,
    );
  return ok(`${JSON.stringify({ format: FORMAT, version: VERSION, ...written }, null, 1)}\n`);
}

/** The error is a sentence for people; it shows nothing that could be a key. */
export function parseSettings(text: string): Result<SettingsFile, string> {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  const given = Object(json) as Readonly<Record<string, unknown>>;
  const { format, version } = given;
  if (format !== FORMAT)
    return fail(
      `This is not a settings file: it has no "format": "${FORMAT}". “Export settings” on the page saves one.`,
    );
  // If a field occurs twice in the file, the parsed value has only the second text; so the text of the file is checked too.
  if (holdsKey(given, []) || textHoldsKey(text, [])) {
    const where = NAMES.find((name) => holdsKey({ [name]: given[name] }, []));
    return fail(
      `This settings file contains what looks like a key${where ? `, in "${where}"` : ''}. Delete it, because others may read the file. Keys belong in the environment.`,
    );
  }
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return fail(`This settings file has no "version". Export the settings again.`);
  if (version > VERSION) return fail('This settings file was exported by a newer version. Update this program.');
  const fields: Record<string, unknown> = {};
  for (const name of NAMES) {
    if (given[name] === undefined) continue;
    const parsed = v.safeParse(FIELDS[name].schema, given[name]);
    if (!parsed.success)
      return fail(
        `The settings file has a wrong value in "${name}". Export the settings again, or write ${FIELDS[name].wanted}.`,
      );
    fields[name] = parsed.output;
  }
  return ok(fields);
}

/** Shorter texts are not treated as keys: "ollama", for a server that accepts any key, may occur anywhere. */
const SHORTEST_KEY = 12;

const KEY_WORD = '(?:key|token|secret|password|passwd|authori[sz]ation|credential)s?';
const KEY_NAME = new RegExp(`(?:^|[^a-z]|api|access)${KEY_WORD}$`, 'i');
const KEY_NAME_IN_CAMEL_CASE = /[a-z](?:Key|Token|Secret|Password|Authori[sz]ation|Credential)s?$/;
/** Matches long random texts, such as Mistral's keys, but not the checksum of a model. */
const RANDOM = /(?<![a-z\d]|sha256:)(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{28,}/i;
const SIGNS = [
  RANDOM,
  /\bbearer\s+(?=\S*\d)\S{8,}/i,
  /:\/\/[^\s/@]+@/,
  new RegExp(String.raw`[?&][\w-]*${KEY_WORD}=[^\s&]`, 'i'),
];

/** `own`: keys that are known. */
const textHoldsKey = (text: string, own: readonly string[]): boolean =>
  SIGNS.some((sign) => sign.test(text)) ||
  own.some((key) => text.includes(key)) ||
  text.split(/[^\w.-]+/).some(looksLikeKey);

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'object' && value !== null;

/** Whether a value of JSON contains a key, or a field for one, at any depth. */
function holdsKey(json: unknown, own: readonly string[]): boolean {
  const rest: unknown[] = [json];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && textHoldsKey(value, own)) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inside] of Object.entries(value)) {
      const isNamed = KEY_NAME.test(name) || KEY_NAME_IN_CAMEL_CASE.test(name);
      if ((isNamed && isFilled(inside)) || textHoldsKey(name, own)) return true;
      rest.push(inside);
    }
  }
  return false;
}
