import type { TokenUsage } from './provider.ts';

export const NO_USAGE: TokenUsage = { input: 0, output: 0, reasoning: 0 };

/** The sum of two usages, in tokens; `atHalfPrice` is missing where nothing was billed at half price. */
export function addUsage(sum: TokenUsage, usage: TokenUsage): TokenUsage {
  const atHalfPrice = (sum.atHalfPrice ?? 0) + (usage.atHalfPrice ?? 0);
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
    ...(atHalfPrice > 0 && { atHalfPrice }),
  };
}
