/** The key field of the tab in front. */
export const KEY_FIELD_ID = 'api-key';
