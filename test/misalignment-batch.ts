import type { Line } from '../src/review/line.ts';

/** Rows of an original and its translation. */
const ROWS = `
You are late. | Ты опоздал.
The bridge was closed, I had to go all the way around. | Мост перекрыли, пришлось ехать в объезд.
Who found her? | Кто её нашёл?
The man who brings the milk. | Тот, кто приносит молоко.
He says the door was open and the radio was playing. | Говорит, дверь была открыта и играло радио.
Has anybody touched anything? | Кто-нибудь что-нибудь трогал?
Only the telephone. | Только телефон.
Two glasses! | Два бокала!
She was expecting a guest. | Она кого-то ждала.
Or she was drinking for two. | Или пила за двоих.
Look at this. | Взгляни.
A ticket for 8:15, one way, for tomorrow morning. | Билет на 8:15, в один конец, на завтрашнее утро.
So she was running away from somebody? | Значит, она от кого-то бежала?
Talk to the neighbors. | Опроси соседей.
I already did. Nobody heard a thing. | Уже опросил. Никто ничего не слышал.
Really? | Правда?
What time did the music stop? | Во сколько стихла музыка?
Around eleven, I was already in bed. | Часов в одиннадцать, я уже спала.
She is lying! | Она врёт!
Everybody lies, the question is why. | Все врут, вопрос в том, зачем.
`
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));
export const TRANSLATIONS = ROWS.map(([, translation = '']) => translation);

/** The first line's number. */
export const FIRST = 41;
/** A batch of twenty lines with correct translations. */
export const BATCH: readonly Line[] = ROWS.map(([original = '', translation], index) => ({
  ...{ number: FIRST + index, time: '', original, translation },
}));
