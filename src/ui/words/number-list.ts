/** So many are named; of more than these it is said how many there are besides. */
const NAMED_AT_MOST = 5;

/** Numbers as a part of a sentence: "45", "45 and 46", "45, 46 and 90", "45, 46, 90, 91, 92 and 7 more". */
export function numberList(numbers: readonly number[]): string {
  const named = numbers.slice(0, NAMED_AT_MOST);
  const more = numbers.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return [named.join(', '), last].filter((part) => part !== '').join(' and ');
}
