import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from './endpoints.ts';
import type { KeyCheck, ProviderFailure } from './provider.ts';
import type { HttpOutcome } from './transport/http.ts';

const STARTS = Object.values(ENDPOINTS)
  .flatMap(({ keyStarts }) => keyStarts)
  // "sk-ant-" before "sk-".
  .toSorted((one, other) => other.length - one.length);
const withoutAnchor = (start: string): string => start.replace('^', '');
const PATTERN = STARTS.join('|').replaceAll('.', String.raw`\.`);
const ANY_START = new RegExp(PATTERN, 'g');

/**
 * The provider that a key seems to belong to, if it is another than `provider`. 'several': the text has two beginnings of keys, or one
 * that is not at its start, as when a key is pasted behind an older one. undefined: it may be `provider`'s key.
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

/** Whether a text is too short to tell whose key it will be: "sk-" may become OpenAI's key or Anthropic's. */
export const isStartOfKey = (text: string): boolean =>
  text !== '' && STARTS.map(withoutAnchor).some((start) => text.length < start.length && start.startsWith(text));

const QUOTES = '"\'`´‘’‚‛“”„‟«»‹›「」＂＇';
const AT_ENDS = new RegExp(String.raw`^[\s\p{C}${QUOTES},;]+|[\s\p{C}${QUOTES},;]+$`, 'gu');
/** What a key stands behind in a file, a command, a header. A name that tells nothing of keys is taken off only before the beginning of one. */
const BEFORE_KEY = [
  /^(?:(?:export|set|setx\s+\w+|declare|env|-H|--header)\s+|\$env:)/i,
  /^[\w.-]*(?:key|token|secret|authorization)(?:["'`]?\s*(?:=>|:=|=)\s*|["'`]\s*:\s*|\s*:\s*(?=[\s"'`]))/i,
  // "mykey:abc123" may be a key as a whole.
  /^(?:[\w-]*api[_-]?key|authorization)\s*:\s*/i,
  /^[A-Z\d_]+_(?:KEY|TOKEN|SECRET)\s*:\s*/,
  /^[A-Z][A-Z\d_]{2,}\s*=\s*(?=[^=\s])/,
  new RegExp(String.raw`^[\w.-]+["'\x60]?\s*[=:]\s*(?=["'\x60]?(?:${PATTERN.replaceAll('^', '')}))`),
  /^Bearer\s+/i,
];
const BRACKETED = /^(?:<(.*)>|\{(.*)\}|\((.*)\)|\[(.*)\])$/s;

/** A key without what was copied along around it: `OPENAI_API_KEY="sk-…",`, "Bearer sk-…", line breaks. What stands inside it stays. */
export function cleanKey(typed: string): string {
  const inner = typed.replace(AT_ENDS, '').replace(BRACKETED, (_, ...inside) => inside.slice(0, 4).join(''));
  const key = BEFORE_KEY.reduce((text, before) => text.replace(before, ''), inner);
  return key === typed ? key : cleanKey(key);
}

/** Why a key cannot be used, as a sentence for its field; undefined: it can. A header carries printable ASCII; anything else was copied along. */
export function keyProblem(key: string): string | undefined {
  const unfit = /[^\x21-\x7e]/u.exec(key.trim())?.[0];
  if (unfit === undefined) return undefined;
  if (/\s/u.test(unfit)) return 'The key contains a space or a line break. Copy it again.';
  const codePoint = (unfit.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const shown = /[\p{C}\p{Z}]/u.test(unfit) ? `U+${codePoint}` : `"${unfit}"`;
  return `The key contains a character that no key has: ${shown}. Copy it again.`;
}

/** What a call with the key shows of the key (specification, section 5): only 401 and Google's 400 for a wrong key make it invalid. */
export function keyCheck(outcome: HttpOutcome): KeyCheck {
  if (outcome.ok) return { outcome: 'valid' };
  const { failure } = outcome;
  return { outcome: failure.kind === 'bad-key' ? 'invalid' : 'unknown', failure };
}

/**
 * Whether a failed call other than a key check shows that the provider refuses the key. A 403 may concern that call alone, but to a call
 * without a key (`key` is empty) it says, as other statuses do, that the server wants one.
 */
export const isKeyRefused = ({ kind, status, message }: ProviderFailure, key?: string): boolean =>
  kind === 'wants-key' || (kind === 'bad-key' ? status !== 403 || key === '' : key === '' && WANTS_KEY.test(message));

/** FastAPI's "Not authenticated", LiteLLM's "No api key passed in". */
const WANTS_KEY =
  /\b(?:not authenticated|unauthori[sz]ed|authentication (?:error|failed|required)|authorization (?:header )?(?:is )?(?:required|missing))|\b(?:no|missing|invalid|incorrect|requires?|provide|without)\b.{0,30}\b(?:api[ _-]?key|access token|auth(?:entication|orization)? (?:token|header)|bearer token|credentials)\b|\bapi[ _-]?key (?:is )?(?:required|missing|invalid)\b/i;
