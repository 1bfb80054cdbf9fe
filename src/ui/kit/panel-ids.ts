export type PanelName = 'Original' | 'Translation';

/** Id of the panel's region, the target of the links at the page's start. */
export const panelId = (name: PanelName): string => name.toLowerCase();

/** Id of the panel's row of commands. */
export const panelActionsId = (name: PanelName): string => `${panelId(name)}-actions`;

/** Id of the box with the error of the whole work. */
export const ERRORS_ID = 'errors';

/** Ids of the region of lines, and of its row of commands. */
export const LINES_ID = 'lines';
export const LINES_ACTIONS_ID = 'lines-actions';

/** The key field of the tab in front. */
export const KEY_FIELD_ID = 'api-key';

/** The dropdown of models. */
export const MODEL_TRIGGER = 'model';
