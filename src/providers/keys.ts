import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from './endpoints.ts';
import type { ProviderFailure } from './provider.ts';

const STARTS = Object.values(ENDPOINTS)
  .flatMap(({ keyStarts }) => keyStarts)
  // The longest beginning first: "sk-ant-" before "sk-".
  .toSorted((one, other) => other.length - one.length);
const withoutAnchor = (start: string): string => start.replace('^', '');
const PATTERN = STARTS.join('|').replaceAll('.', String.raw`\.`);
const ANY_START = new RegExp(PATTERN, 'g');

/**
 * The other provider that a key seems to belong to. undefined: it can be `provider`'s key. 'several': the text contains two beginnings of keys, or a beginning
 * after other text, as when a person pastes a key after an older one.
 */
export function otherProviderOfKey(key: string, provider: EndpointId): EndpointId | 'several' | undefined {
  const [first, second] = [...key.matchAll(ANY_START)];
  const owners = ENDPOINT_IDS.filter((id) => ENDPOINTS[id].keyStarts.map(withoutAnchor).includes(first?.[0] ?? ''));
  // The keys of OpenAI and DeepSeek begin alike.
  const owner = owners.includes(provider) ? provider : owners[0];
  if (second) return 'several';
  if (owner === provider) return undefined;
  return owner && first?.index !== 0 ? 'several' : owner;
}

/** True if a text is too short to identify a provider: "sk-" can become a key of OpenAI or Anthropic. */
export const isStartOfKey = (text: string): boolean =>
  text !== '' && STARTS.map(withoutAnchor).some((start) => text.length < start.length && start.startsWith(text));

/** True if a text begins like a key and is as long as one. A few words after "sk-" are not a key. */
export const looksLikeKey = (text: string): boolean =>
  /^[\x21-\x7e]{20,}$/.test(text) && STARTS.map(withoutAnchor).some((start) => text.startsWith(start));

const QUOTES = '"\'`´‘’‚‛“”„‟«»‹›「」＂＇';
const AT_ENDS = new RegExp(String.raw`^[\s\p{C}${QUOTES},;]+|[\s\p{C}${QUOTES},;]+$`, 'gu');
/** What precedes a key in files, commands and headers. An unknown name is removed only if the beginning of a key follows it. */
const BEFORE_KEY = [
  /^(?:(?:export|set|setx\s+\w+|declare|env|-H|--header)\s+|\$env:)/i,
  /^[\w.-]*(?:key|token|secret|authorization)(?:["'`]?\s*(?:=>|:=|=)\s*|["'`]\s*:\s*|\s*:\s*(?=[\s"'`]))/i,
  // A name must contain "api key" here, because "mykey:abc123" itself may be a key.
  /^(?:[\w-]*api[_-]?key|authorization)\s*:\s*/i,
  /^[A-Z\d_]+_(?:KEY|TOKEN|SECRET)\s*:\s*/,
  /^[A-Z][A-Z\d_]{2,}\s*=\s*(?=[^=\s])/,
  new RegExp(String.raw`^[\w.-]+["'\x60]?\s*[=:]\s*(?=["'\x60]?(?:${PATTERN.replaceAll('^', '')}))`),
  /^Bearer\s+/i,
];
const BRACKETED = /^(?:<(.*)>|\{(.*)\}|\((.*)\)|\[(.*)\])$/s;

/** Removes what a person copied together with a key: `OPENAI_API_KEY="sk-…",`, "Bearer sk-…", line breaks. It changes nothing inside the key. */
export function cleanKey(typed: string): string {
  const inner = typed.replace(AT_ENDS, '').replace(BRACKETED, (_, ...inside) => inside.slice(0, 4).join(''));
  const key = BEFORE_KEY.reduce((text, before) => text.replace(before, ''), inner);
  return key === typed ? key : cleanKey(key);
}

/** A sentence about a character that no key can contain. undefined: the key is usable. HTTP headers accept only printable ASCII. */
export function keyProblem(key: string): string | undefined {
  const unfit = /[^\x21-\x7e]/u.exec(key.trim())?.[0];
  if (unfit === undefined) return undefined;
  if (/\s/u.test(unfit)) return 'The key contains a space or a line break. Copy it again.';
  const codePoint = (unfit.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const shown = /[\p{C}\p{Z}]/u.test(unfit) ? `U+${codePoint}` : `"${unfit}"`;
  return `The key contains a wrong character: ${shown}. Copy it again.`;
}

/**
 * True if a failed call, other than a key check, means that the provider refuses the key. A 403 may concern only this call. Without a key (`key` is ''), a 403
 * and some messages mean that the server requires one.
 */
export const isKeyRefused = ({ kind, status, message }: ProviderFailure, key?: string): boolean =>
  kind === 'wants-key' || (kind === 'bad-key' ? status !== 403 || key === '' : key === '' && WANTS_KEY.test(message));

/** Examples: FastAPI's "Not authenticated", LiteLLM's "No api key passed in". */
const WANTS_KEY =
  /\b(?:not authenticated|unauthori[sz]ed|authentication (?:error|failed|required)|authorization (?:header )?(?:is )?(?:required|missing))|\b(?:no|missing|invalid|incorrect|requires?|provide|without)\b.{0,30}\b(?:api[ _-]?key|access token|auth(?:entication|orization)? (?:token|header)|bearer token|credentials)\b|\bapi[ _-]?key (?:is )?(?:required|missing|invalid)\b/i;
