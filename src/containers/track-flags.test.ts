import { expect, test } from 'vitest';
import { flagsOf, type TrackFlags } from './track-flags.ts';

const NONE: TrackFlags = { isForced: false, isSdh: false, isCommentary: false };

const titles = (words: string): readonly string[] => words.split('|');

test.each<[keyof TrackFlags, string]>([
  ['isForced', 'Forced|English (Forced)|FORCED|Signs & Songs|Signs|Foreign parts only|Français forcés|Deutsch forced'],
  ['isForced', 'Forzados|Forzati|Português (forçadas)|Форсированные'],
  ['isSdh', 'SDH|English [SDH]|English (CC)|Closed Captions|Hearing Impaired|hard of hearing|English (HI)|Sordos'],
  ['isSdh', 'For the deaf and hard-of-hearing|Sourds et malentendants|Hörgeschädigte|Для глухих и слабослышащих'],
  ['isCommentary', "Commentary|Director’s Commentary|Commentary with cast|Director's comments|Commentaires|Kommentar"],
  ['isCommentary', 'Comentario del director|Комментарии режиссёра'],
])('[D17.33] detects %s in the titles %s', (flag, words) => {
  for (const title of titles(words)) expect(flagsOf({ ...NONE, title }), title).toEqual({ ...NONE, [flag]: true });
});

test.each([
  '|English|Full|Full (with forced)|Non-SDH|Not forced|no SDH|Without CC|Hindi|hi',
  'Designs|Accent|Enforced|Reinforced|Dialogue|Português (Brasil)|Полные|Sdhrt|简体',
])('[D17.33] detects nothing in the titles %s', (words) => {
  for (const title of titles(words)) expect(flagsOf({ ...NONE, title }), title).toEqual(NONE);
});

test('[D17.33] keeps the flags of the file whatever the title says', () => {
  const flags = { isForced: true, isSdh: true, isCommentary: true };
  expect(flagsOf({ ...flags, title: 'Full' })).toEqual(flags);
});
