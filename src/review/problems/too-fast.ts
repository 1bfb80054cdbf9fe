import { speedOf } from '../fit.ts';
import type { Rule } from '../seen-line.ts';

export const tooFast: Rule = ({ translation, seconds }, { limits }) => {
  const speed = speedOf(translation.characters, seconds);
  if (speed === undefined || speed <= limits.charactersPerSecond) return undefined;
  return `${speed} characters a second, ${limits.charactersPerSecond} at most.`;
};
