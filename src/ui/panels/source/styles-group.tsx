import type { StyleInUse } from '../../../subtitles/document.ts';
import { useNarrow } from '../../kit/browser.ts';
import { Disclosure } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession, useSource } from '../../state/use-film.ts';
import styles from './source-panel.module.css';

/** The styles of an ASS or SSA file with the number of their phrases and a sample: which of them are translated. Folded on a phone. */
export function StylesGroup() {
  const { session } = useServices();
  const without = useSession((state) => state.withoutStyles);
  const inUse = useSource()?.styles ?? NO_STYLES;
  const narrow = useNarrow();
  // One style alone is nothing to choose from, unless it is left out.
  if (inUse.length < (without.length > 0 ? 1 : 2)) return null;

  const choose = (name: string, isWanted: boolean) =>
    session.leaveStyles(isWanted ? without.filter((other) => other !== name) : [...without, name]);

  return (
    <Disclosure summary="Styles" unfolded={!narrow}>
      {/* A box that scrolls is a stop of its own to Firefox; its check boxes are enough. */}
      <fieldset tabIndex={-1} className={styles.styles} aria-label="Styles">
        {!narrow && <legend>Styles</legend>}
        {inUse.map(({ name, phrases, sample }) => (
          <label key={name} className={styles.style}>
            <input
              type="checkbox"
              checked={phrases > 0 && !without.includes(name)}
              disabled={phrases === 0}
              onChange={({ target }) => choose(name, target.checked)}
            />
            <span>{`${name || 'Without a style'}: ${countWords(phrases)}`}</span>
            {sample !== '' && <span className={styles.sample}>{sample}</span>}
          </label>
        ))}
      </fieldset>
    </Disclosure>
  );
}

function countWords(phrases: number): string {
  if (phrases === 0) return 'karaoke or drawings, never sent';
  return phrases === 1 ? '1 phrase' : `${phrases} phrases`;
}

const NO_STYLES: readonly StyleInUse[] = [];
