import { useEffect } from 'react';
import type { SrtError } from '../../../subtitles/parse-srt.ts';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/messages.tsx';
import { useSession, useSource } from '../../state/use-film.ts';
import { sourceErrorReason } from '../../words/source-error-words.ts';
import styles from './source-panel.module.css';

interface SourceCheckProps {
  readonly onGoToLine: (line: number) => void;
  /** Called with whether the text would be refused, at each change of that. */
  readonly onVerdict: (isRefused: boolean) => void;
}

/** What Translate would refuse of the opened text, said before, with the way to the line. */
export function SourceCheck({ onGoToLine, onVerdict }: SourceCheckProps) {
  const error = useSourceError();
  const isRefused = error !== undefined;
  useEffect(() => onVerdict(isRefused), [isRefused, onVerdict]);
  if (!error) return null;
  const reason = sourceErrorReason(error.message) ?? error.message;
  const [before, after] = reason.split(`line ${error.line}`);
  return (
    <NoticeBar>
      <p className={styles.refusal}>
        This file cannot be translated as it is. {before}
        <Button variant="plain" className={styles.goTo} onClick={() => onGoToLine(error.line)}>
          line {error.line}
        </Button>
        {after}
      </p>
    </NoticeBar>
  );
}

/** Why the text that stands there cannot be read; undefined: it can, or it is still being looked at. */
function useSourceError(): SrtError | undefined {
  const source = useSource();
  const text = useSession((state) => state.sourceText);
  const readAs = useSession((state) => state.readAs);
  return source?.of.sourceText === text && source.of.readAs === readAs ? source.error : undefined;
}
