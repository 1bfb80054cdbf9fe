import type { NewText, Part } from '../document.ts';

const LOOKS: Readonly<Record<NonNullable<Part['look']>, readonly [before: string, behind: string]>> = {
  italics: ['<i>', '</i>'],
  grey: ['<font color="#808080">', '</font>'],
};

/** The parts of a text below each other, with the tags that players of .srt files know. */
export const textOf = (text: NewText): string => (typeof text === 'string' ? text : text.map(partText).join('\n'));

function partText({ text, look }: Part): string {
  const [before, behind] = look ? LOOKS[look] : ['', ''];
  return before + text + behind;
}
