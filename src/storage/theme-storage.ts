import * as v from 'valibot';
import { parseStored, type TextStorage, type ValueFormat } from './stored-value.ts';
import { writeChanged } from './write-all.ts';

type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const THEME: ValueFormat<Theme> = { schema: v.picklist(['system', 'light', 'dark']), fallback: 'system', plain: true };

/** How the page looks. Not worth a word when it cannot be kept. */
export function createThemeStorage(storage: TextStorage | null) {
  return {
    initial: readTheme(storage),
    keep(theme: Theme): void {
      if (storage) writeChanged(storage, [[KEY, theme]]);
    },
  };
}

function readTheme(storage: TextStorage | null): Theme {
  try {
    return parseStored(storage?.getItem(KEY) ?? null, THEME).value;
  } catch {
    return THEME.fallback;
  }
}
