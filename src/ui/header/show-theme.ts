import type { ThemeName } from './theme-name.ts';

/** Makes the page look so; the tokens file reads the attribute. Called before the first drawing too. */
export function showTheme(theme: ThemeName): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
