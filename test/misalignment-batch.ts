import type { Line } from '../src/review/line.ts';

const ORIGINALS = [
  [
    'You are late.',
    'The bridge was closed, I had to go all the way around.',
    'Who found her?',
    'The man who brings the milk.',
  ],
  [
    'He says the door was open and the radio was playing.',
    'Has anybody touched anything?',
    'Only the telephone.',
    'Two glasses!',
  ],
  [
    'She was expecting a guest.',
    'Or she was drinking for two.',
    'Look at this.',
    'A ticket for 8:15, one way, for tomorrow morning.',
  ],
  [
    'So she was running away from somebody?',
    'Talk to the neighbors.',
    'I already did. Nobody heard a thing.',
    'Really?',
  ],
  [
    'What time did the music stop?',
    'Around eleven, I was already in bed.',
    'She is lying!',
    'Everybody lies, the question is why.',
  ],
].flat();
export const TRANSLATIONS = [
  ['Ты опоздал.', 'Мост перекрыли, пришлось ехать в объезд.', 'Кто её нашёл?', 'Тот, кто приносит молоко.'],
  ['Говорит, дверь была открыта и играло радио.', 'Кто-нибудь что-нибудь трогал?', 'Только телефон.', 'Два бокала!'],
  ['Она кого-то ждала.', 'Или пила за двоих.', 'Взгляни.', 'Билет на 8:15, в один конец, на завтрашнее утро.'],
  ['Значит, она от кого-то бежала?', 'Опроси соседей.', 'Уже опросил. Никто ничего не слышал.', 'Правда?'],
  ['Во сколько стихла музыка?', 'Часов в одиннадцать, я уже спала.', 'Она врёт!', 'Все врут, вопрос в том, зачем.'],
].flat();

/** The first line's number. */
export const FIRST = 41;
/** A batch of twenty lines with the right translations. */
export const BATCH: readonly Line[] = ORIGINALS.map((original, index) => ({
  number: FIRST + index,
  time: '',
  original,
  translation: TRANSLATIONS[index],
}));
