/** A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const withoutFormula = (text: string): string => (/^[=+@\t\r-]/.test(text) ? `'${text}` : text);

/** A quoted cell of a CSV table (RFC 4180). */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A CSV table of these rows of cells. Without the byte-order mark Excel would read another encoding. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
