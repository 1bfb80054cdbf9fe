import { baseLanguage } from './by-language.ts';

/** Languages between which whole short sentences are spelt alike. */
const FAMILIES = [
  'es pt gl ca it fr ro oc',
  'da no nb nn sv',
  'cs sk pl',
  'hr sr sl bs',
  'ru uk be bg mk sr',
  'id ms',
  'de nl af lb',
  'zh yue ja',
].map((family) => new Set(family.split(' ')));

/** Whether two languages (BCP 47) are the same or of one family; false if one of them is not known. */
export function areRelated(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [baseLanguage(one), baseLanguage(other)];
  if (first === '' || second === '') return false;
  return first === second || FAMILIES.some((family) => family.has(first) && family.has(second));
}
