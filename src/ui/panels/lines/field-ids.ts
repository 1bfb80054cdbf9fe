/** Of the box in which the open line is written. */
export const EDITOR_ID = 'line-editor';
/** Of the fields above the grid that keys lead to. */
export const FIND_ID = 'lines-find';
export const REPLACE_ID = 'lines-replace';
export const GO_TO_ID = 'lines-go-to';
