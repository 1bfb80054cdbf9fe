import { useMemo } from 'react';
import { filmName } from '../../../session/session-selectors.ts';
import { useFilmText } from '../../state/film/use-film-text.ts';
import { useSession } from '../../state/use-session.ts';
import { filmFaceWords, shortFilmName } from '../../words/film-face-words.ts';
import styles from './source-panel.module.css';

/** The film's name and what it is, at the head of the original. */
export function FilmFace() {
  const name = useSession(filmName);
  const text = useFilmText();
  const words = useMemo(() => filmFaceWords(name, text), [name, text]);
  return (
    <p className={styles.face} title={words}>
      {shortFilmName(name) + words.slice(name.length)}
    </p>
  );
}
