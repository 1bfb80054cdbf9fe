import { Fragment, type ReactNode } from 'react';
import { directionOfText } from '../../../../languages/direction-of-text.ts';
import type { Range } from '../../../../review/find.ts';
import { cutAtTags } from '../../../../review/measured-line.ts';
import styles from '../lines.module.css';

interface LineTextProps {
  readonly text: string;
  /** Find's hits in the text. */
  readonly hits: readonly Range[] | undefined;
  /** Draws line breaks as ↵ in one running line. */
  readonly running?: boolean;
}

const NONE: readonly Range[] = [];

/** Draws a text with its tags set apart: tags do not affect its direction, and text inside <i> is in italics. */
export function LineText({ text, hits = NONE, running = false }: LineTextProps): ReactNode {
  const written = running && text.includes('\n') ? runningText : asWritten;
  const pieces = cutAtTags(text);
  if (pieces.length === 1 && hits.length === 0) return written(text);
  const open = new Set<string>();
  return pieces.map(({ from, to, tag }) => {
    if (tag === undefined) {
      const classNames = STYLES.filter(([name]) => open.has(name)).map(([, className]) => className);
      return (
        <span key={from} className={classNames.join(' ') || undefined}>
          {withHits(text, { from, to }, hits, written)}
        </span>
      );
    }
    if (tag.closes) open.delete(tag.name);
    else open.add(tag.name);
    return (
      <bdi key={from} dir="ltr" className={styles.tag}>
        {text.slice(from, to)}
      </bdi>
    );
  });
}

const STYLES: readonly (readonly [tag: string, className: string | undefined])[] = [
  ['i', styles.italic],
  ['b', styles.bold],
  ['u', styles.underlined],
];

const asWritten = (text: string): ReactNode => text;

/** Copied text has real line breaks. */
const runningText = (text: string): ReactNode =>
  text.split('\n').map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
    <Fragment key={place}>
      {place > 0 && (
        <span className={styles.lineBreak}>
          <span aria-hidden>↵</span>
          {'\n'}
        </span>
      )}
      {part}
    </Fragment>
  ));

function withHits(
  text: string,
  { from, to }: Range,
  hits: readonly Range[],
  written: (text: string) => ReactNode,
): ReactNode {
  const parts: ReactNode[] = [];
  let at = from;
  for (const hit of hits) {
    const [start, end] = [Math.max(hit.from, at), Math.min(hit.to, to)];
    if (start >= end) continue;
    parts.push(
      <Fragment key={`before ${start}`}>{written(text.slice(at, start))}</Fragment>,
      <mark key={start}>{written(text.slice(start, end))}</mark>,
    );
    at = end;
  }
  if (parts.length === 0) return written(text.slice(from, to));
  return [...parts, <Fragment key="rest">{written(text.slice(at, to))}</Fragment>];
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a]/;

/** The direction of a line's text without its tags. Fast, because every row that scrolls into view needs it. */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.test(text) ? directionOfText(text) : 'ltr';
