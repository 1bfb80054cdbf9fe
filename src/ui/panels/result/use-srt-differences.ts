import { useEffect, useState } from 'react';
import { compareSrt, type SrtDifference } from '../../../subtitles/compare-srt.ts';
import { runInSlices } from '../../kit/run-in-slices.ts';
import { useSession } from '../../state/use-session.ts';

/** Differences are shown when typing has paused for this long. */
const QUIET_MS = 500;

const NONE: readonly SrtDifference[] = [];

/** Where the edited translated text differs from the original's numbers and timing lines, updated a moment after each edit. */
export function useSrtDifferences(): readonly SrtDifference[] {
  const text = useSession((state) => state.translated);
  const phrases = useSession((state) => state.phrases);
  // An unedited text was assembled with the original's numbers and times.
  const edited = useSession((state) => state.translatedEdited);
  const [differences, setDifferences] = useState(NONE);

  useEffect(() => {
    if (!edited) return;
    const newer = new AbortController();
    async function compare(): Promise<void> {
      const found = await runInSlices(compareSrt(text, phrases), newer.signal);
      if (found && !newer.signal.aborted) setDifferences(found.length === 0 ? NONE : found);
    }
    const timer = setTimeout(() => void compare(), QUIET_MS);
    return () => {
      clearTimeout(timer);
      newer.abort();
    };
  }, [text, phrases, edited]);

  return edited ? differences : NONE;
}
