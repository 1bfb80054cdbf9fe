import { languageOfText } from '../../lib/language-of-text.ts';
import { directionOfText } from './direction-of-text.ts';

/** What the browser and assistive technology are told about a text box by the script of what stands in it. */
export const scriptOfText = (text: string): { lang: string | undefined; dir: 'ltr' | 'rtl' } => ({
  lang: languageOfText(text),
  dir: directionOfText(text),
});
