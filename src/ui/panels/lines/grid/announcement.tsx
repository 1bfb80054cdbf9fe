import { useState } from 'react';
import { placeOf } from '../../../../session/lines/lines.ts';
import { VisuallyHidden } from '../../../kit/button.tsx';
import { factsOfLine, type ReviewState } from '../line-facts.ts';
import { countText, problemWords } from '../line-words.ts';
import { useLinesView } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';
import { type Item, placeIn } from './items.ts';

interface AnnouncementProps {
  readonly items: readonly Item[];
  readonly state: ReviewState;
}

/** "21 of 1,600. 2 problems.", once a move. */
export function Announcement({ items, state }: AnnouncementProps) {
  const active = useLinesView((view) => view.active);
  const judged = useJudged();
  const [said, setSaid] = useState<{ active: string | undefined; words: string }>({ active, words: '' });
  if (said.active !== active) setSaid({ active, words: words() });
  return (
    <VisuallyHidden>
      <span role="status" aria-label="Line">
        {said.words}
      </span>
    </VisuallyHidden>
  );

  function words(): string {
    const item = items[placeIn(items, active) ?? -1];
    if (item?.kind !== 'line') return '';
    const place = placeOf(state.phrases, item.number) ?? 0;
    const count = factsOfLine(state, judged, item.number)?.problems.length;
    if (count === undefined) return '';
    const problems = count === 0 ? '' : ` ${problemWords(count)}.`;
    return `${countText(place + 1)} of ${countText(state.phrases.length)}.${problems}`;
  }
}
