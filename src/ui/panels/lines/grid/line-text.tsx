import type { ReactNode } from 'react';
import type { Range } from '../../../../review/find/find.ts';
import { cutAtTags } from '../../../../review/visible-text.ts';
import { directionOfText } from '../../../editor/direction-of-text.ts';
import styles from '../lines.module.css';

interface LineTextProps {
  readonly text: string;
  /** What Find has found in it. */
  readonly hits?: readonly Range[] | undefined;
}

const NONE: readonly Range[] = [];

/** A text with its tags set apart: its direction is not theirs, and what stands between <i> and </i> is in italics. */
export function LineText({ text, hits = NONE }: LineTextProps): ReactNode {
  const pieces = cutAtTags(text);
  if (pieces.length === 1 && hits.length === 0) return text;
  const open = new Set<string>();
  return pieces.map(({ from, to, tag }) => {
    if (tag === undefined) {
      const classNames = STYLES.filter(([name]) => open.has(name)).map(([, className]) => className);
      return (
        <span key={from} className={classNames.join(' ') || undefined}>
          {withHits(text, { from, to }, hits)}
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

function withHits(text: string, { from, to }: Range, hits: readonly Range[]): ReactNode {
  const parts: ReactNode[] = [];
  let at = from;
  for (const hit of hits) {
    const [start, end] = [Math.max(hit.from, at), Math.min(hit.to, to)];
    if (start >= end) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return parts.length === 0 ? text.slice(from, to) : [...parts, text.slice(at, to)];
}

/** Any sign that is written from the right. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a]/;

/** The direction of a line's text, whatever tags it begins with; asked for each row that comes into sight. */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.test(text) ? directionOfText(text) : 'ltr';
