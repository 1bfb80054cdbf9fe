import type { LineState } from '../../../film/shown-facts.ts';
import type { Filter } from '../../../review/filter.ts';
import type { Fit } from '../../../review/measured-line.ts';
import type { Limits } from '../../../review/rules.ts';

export const STATE_WORDS: Readonly<Record<LineState, string>> = {
  waiting: 'Waiting',
  loading: 'In progress',
  failed: 'Failed',
  flagged: 'Flagged',
  confirmed: 'Confirmed',
  edited: 'Edited',
  new: 'New',
};

export const SHOW_WORDS: Readonly<Record<Filter, string>> = {
  all: 'All',
  'to-review': 'To review',
  problems: 'Problems',
  edited: 'Edited',
  confirmed: 'Confirmed',
  flagged: 'Flagged',
  failed: 'Failed',
};

/** The columns of Lines. Their widths are `--columns` in lines.module.css, their cells in grid/line-row.tsx. */
export const COLUMNS = ['State', '#', 'Time', 'Original', 'Translation', 'Fit', 'Problems'] as const;
/** Including the column of menus, which has no head. */
export const COLUMN_COUNT = COLUMNS.length + 1;

export const NAME_TAKEN = 'A speaker’s name was taken off';

/** For example "17 of 42 characters · 9.1 of 17 characters a second". */
export function fitWords({ longestLine, charactersPerSecond }: Fit, limits: Limits): string {
  const length = `${longestLine} of ${limits.charactersPerLine} characters`;
  if (charactersPerSecond === undefined) return length;
  return `${length} · ${charactersPerSecond.toFixed(1)} of ${limits.charactersPerSecond} characters a second`;
}

const FORMAT = new Intl.NumberFormat('en');
export const numberText = (count: number): string => FORMAT.format(count);

export const lineWords = (count: number): string => (count === 1 ? '1 line' : `${numberText(count)} lines`);

export const problemWords = (count: number): string => (count === 1 ? '1 problem' : `${numberText(count)} problems`);

/** Commands that move translations by a line, up to the end of their batch. */
export const MOVE_WORDS = {
  later: 'Move the translations from here one line later',
  earlier: 'Move the translations from here one line earlier',
} as const;
