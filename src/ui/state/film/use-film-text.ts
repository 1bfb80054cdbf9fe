import { useDeferredValue, useEffect, useState } from 'react';
import type { Session } from '../../../session/session.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { formatSrt } from '../../../subtitles/format-srt.ts';
import { useServices } from '../services.tsx';
import { useSession } from '../use-session.ts';

type Film = Pick<SessionState, 'sourceText' | 'readAs' | 'withoutStyles'>;

/** The film that was told of last, so that a part of the page that is drawn anew shows the same at once. */
const told = new WeakMap<Session, Film & { readonly text: string }>();

/**
 * The film as an .srt text, whatever format its file has, for what is told of it by its phrases, times and words. Of another format the
 * text is empty until the film is read, and where it cannot be read.
 */
export function useFilmText(): string {
  const { session } = useServices();
  const now = useSession((state) => state.sourceText);
  const known = told.get(session);
  const isKnown = known?.sourceText === now;
  const sourceText = useDeferredValue(now, isKnown ? now : '');
  const readAs = useDeferredValue(useSession((state) => state.readAs));
  const withoutStyles = useSession((state) => state.withoutStyles);
  const [read, setRead] = useState(
    isKnown && known.readAs === readAs && known.withoutStyles === withoutStyles ? known.text : '',
  );

  useEffect(() => {
    const tell = (text: string) => told.set(session, { sourceText, readAs, withoutStyles, text });
    if (readAs === 'srt') {
      tell('');
      return setRead('');
    }
    let isNewest = true;
    void session.analysis
      .read()
      .catch(() => undefined)
      .then((film) => {
        if (!isNewest || !film) return;
        const text = film.ok ? formatSrt(film.value.phrases) : '';
        tell(text);
        setRead(text);
      });
    return () => {
      isNewest = false;
    };
  }, [session, readAs, withoutStyles, sourceText]);

  return readAs === 'srt' ? sourceText : read;
}
