import { type CoreParts, type CoreSettings, type Ending, isEndpoint, nameOf } from '../core.ts';
import { Mistake } from './call-values.ts';

/** Keys, and other addresses of providers. */
export interface Access {
  readonly keys: CoreParts['keys'];
  readonly addresses: CoreSettings['addresses'];
  /** Sentences for people, without keys. */
  readonly told: readonly string[];
}

type Endpoint = keyof CoreSettings['addresses'];

/** The variables that the providers' own programs read. The first one that is set counts. Servers on this computer get no key. */
const KEY_NAMES: Readonly<Record<Endpoint, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  deepseek: ['DEEPSEEK_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  groq: ['GROQ_API_KEY'],
  xai: ['XAI_API_KEY'],
  ollama: [],
  lmstudio: [],
  llamacpp: [],
  local: [],
};
const OWN_KEY = 'SUBTITLE_TRANSLATOR_API_KEY';
const ADDRESS_NAMES: Readonly<Partial<Record<Endpoint, string>>> = {
  openai: 'OPENAI_BASE_URL',
  anthropic: 'ANTHROPIC_BASE_URL',
  google: 'GOOGLE_GEMINI_BASE_URL',
};

interface Asked {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a file. Rejects if it cannot be read. */
  readonly readText: (path: string) => Promise<string>;
  /** The address of --url; undefined: not given. Only SUBTITLE_TRANSLATOR_API_KEY is sent to it. */
  readonly url: string | undefined;
  readonly insecure: boolean;
  /** Addresses from a file of settings. */
  readonly servers: CoreSettings['addresses'];
}

/** Says which key or account prevents requests to the model, and what to do. */
export function accountWords(model: string, end: Extract<Ending, { readonly cause: unknown }>): string {
  const [endpoint = ''] = model.split('/', 1);
  if (!isEndpoint(endpoint)) return end.message;
  const [name = OWN_KEY] = KEY_NAMES[endpoint];
  const provider = nameOf(endpoint);
  if (end.kind === 'refused')
    return `There is no key for ${provider}. Set ${name} in the environment, or ${name}_FILE to the path of a file that holds it.`;
  const isKey = end.failure !== undefined && OF_KEYS.has(end.failure);
  return `${provider}: ${end.message} ${isKey ? `Correct the key in ${name}.` : `Look at your account at ${provider}.`}`;
}

const OF_KEYS: ReadonlySet<string> = new Set(['bad-key', 'missing-key', 'wants-key']);

/** An unusable key: a sentence for people, without the key. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** Reads the environment. Throws Unusable, or a Mistake for an unusable address. */
export async function readAccess({ env, readText, url, insecure, servers }: Asked): Promise<Access> {
  const keyOf = (names: readonly string[]) => readKey(names, env, readText);
  for (const [id, address] of Object.entries(servers))
    checkAddress(`The address of ${id} in --settings`, address, insecure);
  if (url !== undefined) {
    checkAddress('--url', url, insecure);
    const key = await keyOf([OWN_KEY]);
    return { keys: key === undefined ? {} : { local: key }, addresses: { ...servers, local: url }, told: [] };
  }
  const found = Object.entries(KEY_NAMES).map(async ([id, names]) => [id, await keyOf(names)] as const);
  const keys = Object.fromEntries((await Promise.all(found)).filter(([, key]) => key !== undefined));
  const addresses = Object.entries(ADDRESS_NAMES).flatMap(([id, name]) => {
    const address = env[name]?.trim();
    if (!address) return [];
    checkAddress(name, address, insecure);
    return [{ id, name, address }];
  });
  return {
    keys,
    addresses: { ...servers, ...Object.fromEntries(addresses.map(({ id, address }) => [id, address])) },
    told: addresses.map(({ name, address }) => `${name} is set: requests and the key go to ${new URL(address).host}.`),
  };
}

/** undefined: none of the variables is set. */
async function readKey(
  names: readonly string[],
  env: Asked['env'],
  readText: Asked['readText'],
): Promise<string | undefined> {
  for (const name of names) {
    const key = env[name]?.trim();
    const path = env[`${name}_FILE`]?.trim();
    if (key && path) throw new Unusable(`${name} and ${name}_FILE are both set. Set one of them.`);
    if (key) return usable(key, name);
    if (path) return usable(await readKeyFile(name, path, readText), `${name}_FILE`);
  }
  return undefined;
}

async function readKeyFile(name: string, path: string, readText: Asked['readText']): Promise<string> {
  const text = await readText(path).catch(() => undefined);
  if (text === undefined)
    throw new Unusable(`${name}_FILE names ${path}, which cannot be read. Check the path and its permissions.`);
  const key = text.trim();
  if (key === '') throw new Unusable(`${name}_FILE names ${path}, which is empty. Write the key into it.`);
  return key;
}

function usable(key: string, name: string): string {
  // HTTP headers accept only printable ASCII.
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Unusable(`The key in ${name} has a character that no key has, perhaps a space or a quote. Copy it again.`);
}

function checkAddress(name: string, address: string, insecure: boolean): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Mistake(`${name} is not an address. Begin it with https:// or http://, as in https://gateway.example/v1`);
  if (url.username !== '' || url.password !== '')
    throw new Mistake(`${name} contains a user name or a password. Put the key into the environment instead.`);
  if (url.protocol === 'http:' && !insecure && isPublic(url.hostname))
    throw new Mistake(
      `${name} is ${url.origin}: without https, others on the network can read the key and the film. Write https://, or allow it with --insecure.`,
    );
}

const PRIVATE =
  /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)(?:\.\d+)+$|^\[(?:::1\]|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/i;

/** Whether requests leave the own network. A name without a dot is in the same network, as in a network of containers. */
const isPublic = (host: string): boolean =>
  !PRIVATE.test(host) && !PRIVATE_NAMES.test(host) && (host.includes('.') || host.startsWith('['));
