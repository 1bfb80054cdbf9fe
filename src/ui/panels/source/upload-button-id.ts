/** The button that opens the file picker. */
export const UPLOAD_BUTTON_ID = 'upload-button';
