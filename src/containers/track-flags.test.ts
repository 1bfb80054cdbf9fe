import { expect, test } from 'vitest';
import { flagsOf, type TrackFlags } from './track-flags.ts';

const NONE: TrackFlags = { isForced: false, isSdh: false, isCommentary: false };

test.each<[keyof TrackFlags, readonly string[]]>([
  [
    'isForced',
    ['Forced', 'English (Forced)', 'FORCED', 'Signs & Songs', 'Signs', 'Foreign parts only', 'Français forcés'].concat([
      'Forzados',
      'Forzati',
      'Português (forçadas)',
      'Форсированные',
      'Deutsch forced',
    ]),
  ],
  [
    'isSdh',
    [
      'SDH',
      'English [SDH]',
      'English (CC)',
      'Closed Captions',
      'Hearing Impaired',
      'hard of hearing',
      'English (HI)',
    ].concat([
      'For the deaf and hard-of-hearing',
      'Sourds et malentendants',
      'Hörgeschädigte',
      'Sordos',
      'Для глухих и слабослышащих',
    ]),
  ],
  [
    'isCommentary',
    ['Commentary', 'Director’s Commentary', 'Commentary with cast', "Director's comments", 'Commentaires'].concat([
      'Kommentar',
      'Comentario del director',
      'Комментарии режиссёра',
    ]),
  ],
])('[D17.33] the title of a track says %s', (flag, titles) => {
  for (const title of titles) expect([title, flagsOf({ ...NONE, title })]).toEqual([title, { ...NONE, [flag]: true }]);
});

test('[D17.33] other titles say nothing of the kind', () => {
  const titles = [
    '',
    'English',
    'Full',
    'Full (with forced)',
    'Non-SDH',
    'Not forced',
    'no SDH',
    'Without CC',
    'Hindi',
    'hi',
  ];
  const more = [
    'Designs',
    'Accent',
    'Enforced',
    'Reinforced',
    'Dialogue',
    'Português (Brasil)',
    'Полные',
    'Sdhrt',
    '简体',
  ];
  for (const title of [...titles, ...more]) expect([title, flagsOf({ ...NONE, title })]).toEqual([title, NONE]);
});

test('[D17.33] what the film says holds whatever the title says', () => {
  expect(flagsOf({ isForced: true, isSdh: true, isCommentary: true, title: 'Full' })).toEqual({
    isForced: true,
    isSdh: true,
    isCommentary: true,
  });
});
