import type { ThemeName } from '../state/services.tsx';

/** Sets the attribute that tokens.css reads; called before the first drawing too. */
export function showTheme(theme: ThemeName): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // The browser's own frame gets the chosen theme's colour.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { scheme = '' } = meta.dataset;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = theme === scheme ? 'all' : 'not all';
  }
}
