import type { Line, Problem } from './line.ts';

const HEAD = ['Number', 'Start', 'End', 'Original', 'Translation', 'Problems'];

/** The lines as a CSV table (RFC 4180). Without the byte-order mark Excel would read another encoding. */
export function linesAsCsv(lines: Iterable<{ readonly line: Line; readonly problems: readonly Problem[] }>): string {
  const rows = [HEAD.join(',')];
  for (const { line, problems } of lines) {
    const [start = '', end = ''] = line.time.split('-->').map((time) => time.trim());
    const words = problems.map((problem) => problem.words).join(' ');
    const cells = [start, end.split(/\s/, 1)[0] ?? '', line.original, line.translation ?? '', words];
    rows.push([String(line.number), ...cells.map(cell)].join(','));
  }
  return `\uFEFF${rows.join('\r\n')}\r\n`;
}

/** A quoted cell. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
const cell = (text: string): string => `"${(/^[=+@\t\r-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
