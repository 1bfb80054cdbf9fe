/** How the page looks: as the system says, or always the same. */
export const THEME_NAMES = ['system', 'light', 'dark'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];
