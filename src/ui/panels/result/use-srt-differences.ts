import { useEffect, useState } from 'react';
import { runInSlices } from '../../../clock/run-in-slices.ts';
import { compareSrt, type SrtDifference } from '../../../subtitles/compare-srt.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';

/** Nobody is told in the midst of a word. */
const QUIET_MS = 500;

const NONE: readonly SrtDifference[] = [];

/** How the translated text differs from the original's numbers and timing lines since a person edited it, a moment after each edit. */
export function useSrtDifferences(): readonly SrtDifference[] {
  const text = useSession((state) => state.translated);
  const { session } = useServices();
  const phrases = useSession((state) => state.phrases);
  const readAs = useSession((state) => state.readAs);
  // What was assembled has them from the original.
  const edited = useSession((state) => state.translatedEdited);
  const [differences, setDifferences] = useState(NONE);

  useEffect(() => {
    if (!edited) return;
    const newer = new AbortController();
    async function compare(): Promise<void> {
      const read = readAs === 'srt' ? undefined : await session.readDocument().catch(() => undefined);
      const steps = read?.ok ? read.value.compare(text) : compareSrt(text, phrases);
      const found = await runInSlices(steps, newer.signal);
      if (found && !newer.signal.aborted) setDifferences(found.length === 0 ? NONE : found);
    }
    const timer = setTimeout(() => void compare(), QUIET_MS);
    return () => {
      clearTimeout(timer);
      newer.abort();
    };
  }, [text, phrases, readAs, edited, session]);

  return edited ? differences : NONE;
}
