const MOST = 10;

/** Numbers for a sentence, the first ten of many: "1, 1578", "1, 2, … and 90 more". */
export function fewOf(values: readonly (number | undefined)[]): string {
  const shown = values.slice(0, MOST).join(', ');
  return values.length > MOST ? `${shown} and ${values.length - MOST} more` : shown;
}
