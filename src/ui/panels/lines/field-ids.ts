/** Of the fields above the grid that keys lead to. */
export const FIND_ID = 'lines-find';
export const REPLACE_ID = 'lines-replace';
export const GO_TO_ID = 'lines-go-to';
