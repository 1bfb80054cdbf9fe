/** For example "$1.25", "$0.042", "$0.0031". */
export function moneyWords(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars >= 1) return `$${GROUPED.format(dollars)}`;
  return `$${SMALL.format(Number(dollars.toPrecision(2)))}`;
}

const GROUPED = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SMALL = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** For example "$0.04–0.07", "$1.20–2.00"; one sum where both are the same in words. */
export function rangeWords(low: number, high: number): string {
  if (high < SMALLEST) return high === 0 ? '$0' : `under $${SMALLEST.toFixed(2)}`;
  const [from, to] = [low, high].map((dollars) => GROUPED.format(dollars));
  return from === to ? `$${to}` : `$${from}–${to}`;
}

const SMALLEST = 0.01;
