export type PanelName = 'Original' | 'Translation';

/** Of the region: where the links at the page's start lead. */
export const panelId = (name: PanelName): string => name.toLowerCase();

/** Of its row of commands. */
export const panelActionsId = (name: PanelName): string => `${panelId(name)}-actions`;

/** Of the region of lines, and of its row of commands. */
export const LINES_ID = 'lines';
export const LINES_ACTIONS_ID = 'lines-actions';
