import type { ProviderFailure } from '../provider.ts';
import { REFUSAL } from '../transport/learning-sender.ts';

/** A part of the request that some models refuse. */
type RefusedPart = 'seed' | 'response_format' | 'system';

/**
 * The part that a failure refuses; undefined: none of these parts. A refusal names the part in `param`, or in its message alone: some
 * refusals have neither code nor param.
 */
export function refusedPart({ status, code, param = '', message }: ProviderFailure): RefusedPart | undefined {
  if (status !== 400) return undefined;
  if (param === 'seed') return 'seed';
  if (param.startsWith('response_format')) return 'response_format';
  // o1-preview and o1-mini: "Unsupported value: 'messages[0].role' does not support 'system' with this model."
  if (param.startsWith('messages') && code?.startsWith('unsupported_')) return 'system';
  if (!REFUSAL.test(message)) return undefined;
  if (/\bresponse_format\b|\bjson_(?:object|schema)\b|\bstructured outputs?\b/i.test(message)) return 'response_format';
  if (/\bseed\b/i.test(message)) return 'seed';
  return SYSTEM.test(message) ? 'system' : undefined;
}

const SYSTEM = /\bsystem (?:role|message|prompt|instruction)s?\b|\brole' .*'system'/i;
