import type { TokenUsage } from './provider.ts';

export const NO_USAGE: TokenUsage = { input: 0, output: 0, reasoning: 0 };

/** The tokens of both; what was billed at half price is missing where nothing was. */
export function addUsage(sum: TokenUsage, usage: TokenUsage): TokenUsage {
  const atHalfPrice = (sum.atHalfPrice ?? 0) + (usage.atHalfPrice ?? 0);
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
    ...(atHalfPrice > 0 && { atHalfPrice }),
  };
}
