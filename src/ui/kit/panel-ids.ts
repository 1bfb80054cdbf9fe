export type PanelName = 'Original' | 'Translation';

/** Of the region: where the links at the page's start lead. */
export const panelId = (name: PanelName): string => name.toLowerCase();

/** Of its row of commands. */
export const panelActionsId = (name: PanelName): string => `${panelId(name)}-actions`;
