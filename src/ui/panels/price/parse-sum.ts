/** A sum as people write it: "0.5", "$ 1,50", "2"; null: nothing is written; undefined: it is no sum. */
export function parseSum(text: string): number | null | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.');
  if (digits === '') return null;
  return /^(?:\d+\.?\d*|\.\d+)$/.test(digits) && Number.isFinite(Number(digits)) ? Number(digits) : undefined;
}
