import { languageOfText } from '../../languages/scripts.ts';
import { directionOfText } from './direction-of-text.ts';

/** Language and direction of a text box, by the script of its text, for the browser and assistive technology. */
export const scriptOfText = (text: string): { lang: string | undefined; dir: 'ltr' | 'rtl' } => ({
  lang: languageOfText(text),
  dir: directionOfText(text),
});
