import { useEffect, useMemo, useState } from 'react';
import type { SrtDifference } from '../../../subtitles/compare-srt.ts';
import { afterQuiet } from '../../kit/browser.ts';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/notice/notice-bar.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import styles from './result-panel.module.css';
import { srtDifferenceWords } from './srt-difference-words.ts';

/** Where a person's edits have broken the result, with buttons that lead there. Downloading stays possible. */
export function ResultCheck({ onGoToLine }: { onGoToLine: (line: number) => void }) {
  const differences = useSrtDifferences();
  const sentences = useMemo(() => srtDifferenceWords(differences), [differences]);
  return (
    <div role="status" aria-label="Check of the result" className={styles.check}>
      {sentences.length > 0 && (
        <NoticeBar>
          <ul className={styles.differences}>
            {sentences.map(({ kind, words, line }) => (
              <li key={kind} className={styles.difference}>
                <span className={styles.differenceWords}>{words}</span>
                <Button variant="plain" onClick={() => onGoToLine(line)}>
                  Go to line {line}
                </Button>
              </li>
            ))}
          </ul>
        </NoticeBar>
      )}
    </div>
  );
}

/** Differences are shown when typing has paused for this long. */
const QUIET_MS = 500;

const NONE: readonly SrtDifference[] = [];

/** Where the edited translated text differs from the original's numbers and timing lines, updated a moment after each edit. */
function useSrtDifferences(): readonly SrtDifference[] {
  const text = useSession((state) => state.translated);
  const { session } = useServices();
  const phrases = useSession((state) => state.phrases);
  const readAs = useSession((state) => state.readAs);
  // An unedited text was assembled with the original's numbers and times.
  const edited = useSession((state) => state.translatedEdited);
  const [differences, setDifferences] = useState(NONE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again of another film
  useEffect(() => {
    if (!edited) return;
    return afterQuiet(QUIET_MS, async (signal) => {
      const found = await session.analysis.ask('compare', text, signal).catch(() => undefined);
      if (found) setDifferences(found);
    });
  }, [text, phrases, readAs, edited, session]);

  return edited ? differences : NONE;
}
