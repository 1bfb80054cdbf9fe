import type { Thinking } from '../provider.ts';
import { jsonAt, numberAt } from '../transport/json-at.ts';

/** What the live list says of a model's thinking. `maxTokens`: the longest reply. */
export interface AnthropicAbilities {
  readonly thinks: boolean;
  readonly canBeSwitchedOff: boolean;
  readonly maxTokens: number | undefined;
}

/** A request's fields about thinking, and whether the model thinks when it gets them: thoughts count as part of its reply. */
export interface ThinkingForm {
  readonly fields: object;
  readonly thinks: boolean;
}

/** Models up to this version think only when asked to; later ones think unless told not to. */
const LAST_SILENT_VERSION = 4.8;
const ALWAYS_THINKS = /fable|mythos/;

const OFF = { fields: { thinking: { type: 'disabled' } }, thinks: false };
const effort = (level: string): ThinkingForm => ({ fields: { output_config: { effort: level } }, thinks: true });
const SILENT: ThinkingForm = { fields: {}, thinks: false };
const UNTOLD: ThinkingForm = { fields: {}, thinks: true };

/** The forms to try in turn, each after a refusal of the one before; the last has no field. `listed` undefined: no list was read. */
export function anthropicThinking(
  id: string,
  thinking: Thinking,
  listed: AnthropicAbilities | undefined,
): readonly ThinkingForm[] {
  const version = versionOf(id);
  const isSilent = version <= LAST_SILENT_VERSION && !ALWAYS_THINKS.test(id);
  if (listed?.thinks === false || version < 4) return [SILENT];
  if (thinking === 'more') return isSilent ? asked(version) : [effort('xhigh'), effort('high'), UNTOLD];
  if (isSilent) return [SILENT];
  if (thinking === 'default') return [UNTOLD];
  const canStop = listed?.canBeSwitchedOff ?? !ALWAYS_THINKS.test(id);
  return [...(canStop ? [OFF] : []), effort('low'), UNTOLD];
}

/** From 4.6 on a model decides by itself how long it thinks; an earlier one is given a number of tokens of its reply for it. */
const asked = (version: number): readonly ThinkingForm[] => {
  const type = version >= 4.6 ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: 2048 };
  return [{ fields: { thinking: type }, thinks: true }, SILENT];
};

/** "claude-opus-4-7" is 4.7, "claude-haiku-4-5-20251001" 4.5, "claude-3-opus-20240229" 3. */
const versionOf = (id: string): number => {
  const [, major, minor] = /-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(id) ?? [];
  return Number(`${major ?? 0}.${minor ?? 0}`);
};

/** Reads one entry of the live list; undefined: the entry does not tell. */
export function readAnthropicAbilities(entry: unknown): AnthropicAbilities | undefined {
  const capability = jsonAt(entry, 'capabilities', 'thinking');
  const thinks = jsonAt(capability, 'supported');
  if (typeof thinks !== 'boolean') return undefined;
  return {
    thinks,
    canBeSwitchedOff: jsonAt(capability, 'types', 'disabled', 'supported') === true,
    maxTokens: numberAt(entry, 'max_tokens'),
  };
}
