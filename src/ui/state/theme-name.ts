/** The page's colours: as the system has them, always light or always dark. */
export const THEME_NAMES = ['system', 'light', 'dark'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];
