import { useDeferredValue, useEffect, useState } from 'react';
import { formatSrt } from '../../../subtitles/format-srt.ts';
import { useServices } from '../services.tsx';
import { useSession } from '../use-session.ts';

/**
 * The film as an .srt text, whatever format its file has, for what is told of it by its phrases, times and words. Of another format the
 * text is empty until the film is read, and where it cannot be read.
 */
export function useFilmText(): string {
  const { session } = useServices();
  const readAs = useDeferredValue(useSession((state) => state.readAs));
  const withoutStyles = useSession((state) => state.withoutStyles);
  const sourceText = useDeferredValue(
    useSession((state) => state.sourceText),
    '',
  );
  const [read, setRead] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the document is another one with another text, reading or choice of styles.
  useEffect(() => {
    if (readAs === 'srt') return setRead('');
    let isNewest = true;
    void session
      .readPhrases()
      .catch(() => undefined)
      .then((film) => {
        if (isNewest && film) setRead(film.ok ? formatSrt(film.value.phrases) : '');
      });
    return () => {
      isNewest = false;
    };
  }, [session, readAs, withoutStyles, sourceText]);

  return readAs === 'srt' ? sourceText : read;
}
