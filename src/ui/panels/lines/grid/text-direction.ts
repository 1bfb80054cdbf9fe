import { directionOfText } from '../../../editor/direction-of-text.ts';

/** Any sign that is written from the right. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a]/;

/** The direction of a line's text, whatever tags it begins with; asked for each row that comes into sight. */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.test(text) ? directionOfText(text) : 'ltr';
