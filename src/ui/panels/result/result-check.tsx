import { useMemo } from 'react';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/notice/notice-bar.tsx';
import styles from './result-panel.module.css';
import { srtDifferenceWords } from './srt-difference-words.ts';
import { useSrtDifferences } from './use-srt-differences.ts';

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
                <Button look="plain" onClick={() => onGoToLine(line)}>
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
