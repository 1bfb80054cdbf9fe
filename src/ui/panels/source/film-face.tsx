import { filmName } from '../../../session/session-selectors.ts';
import { useSession, useSource } from '../../state/use-film.ts';
import { filmFaceWords, shortFilmName } from '../../words/film-face-words.ts';
import styles from './source-panel.module.css';

/** The film's name and what it is, at the head of the original. */
export function FilmFace() {
  const name = useSession(filmName);
  const words = filmFaceWords(name, useSource());
  return (
    <p className={styles.face} title={words}>
      {shortFilmName(name) + words.slice(name.length)}
    </p>
  );
}
