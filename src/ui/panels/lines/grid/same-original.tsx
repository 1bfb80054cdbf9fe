import { memo } from 'react';
import type { FilmFacts } from '../../../../review/film-facts.ts';
import { lineOf, placeOf } from '../../../../session/lines/lines.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import styles from '../lines.module.css';
import { lineKey, useLinesStore } from '../lines-view.ts';
import { LineText, textDirection } from './line-text.tsx';

const MOST_NAMED = 5;

interface SameOriginalProps {
  readonly number: number;
  readonly film: FilmFacts | undefined;
}

/** Other lines with the same original, and how they are translated; each leads there. Not drawn at each key. */
export const SameOriginal = memo(function SameOriginal({ number, film }: SameOriginalProps) {
  const { session } = useServices();
  const store = useLinesStore();
  const state = session.store.getState();
  const place = placeOf(state.phrases, number);
  const places = place === undefined ? undefined : film?.source.repeats.find((repeat) => repeat.includes(place));
  const others = (places ?? []).filter((other) => other !== place);
  if (others.length === 0) return null;
  return (
    <p className={styles.before}>
      The same original:
      {others.slice(0, MOST_NAMED).map((other) => {
        const line = lineOf(state, state.phrases[other]?.number ?? 0);
        if (!line) return null;
        const { translation = '' } = line;
        const key = lineKey(line.number);
        return (
          <span key={key} className={styles.same}>
            <Button
              variant="plain"
              aria-label={`Go to line ${line.number}`}
              onClick={() => store.setState({ active: key, open: line.number, reveal: {} })}
            >
              {line.number}
            </Button>
            <span dir={textDirection(translation)}>
              <LineText text={translation} />
            </span>
          </span>
        );
      })}
      {others.length > MOST_NAMED && ` and ${others.length - MOST_NAMED} more`}
    </p>
  );
});
