import { useEffect, useRef } from 'react';
import { allOk } from '../../../../session/session-selectors.ts';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { DEMO_BUTTON_ID } from '../../../panels/source/empty-hint.tsx';
import type { DemoScenes } from '../../../state/page-state.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { Bar } from './bar.tsx';
import styles from './demo-bar.module.css';
import { demoWords } from './demo-words.ts';

/** Says that this is the demo and what to try next; leads back to the work. */
export function DemoBar({ leaveDemo }: { leaveDemo: () => void }) {
  const next = useSession(demoWords);
  const done = useSession(allOk);
  const { openOwnFilm = leave, scenes } = useServices().commands;
  const words = useRef<HTMLSpanElement>(null);
  // The button that was pressed is gone: focusing the words keeps the keyboard's place and has screen readers read them.
  useEffect(() => words.current?.focus(), []);

  function leave() {
    leaveDemo();
    focusSoon(DEMO_BUTTON_ID);
  }

  return (
    <Bar
      quiet
      action={
        <>
          {scenes && <SceneSelect {...scenes} />}
          <Button onClick={leave}>Leave the demo</Button>
          {done && (
            <Button variant="primary" onClick={openOwnFilm}>
              Open your own film
            </Button>
          )}
        </>
      }
    >
      <span ref={words} tabIndex={-1}>
        <strong>Demo.</strong> A made-up scene, answered inside this page: nothing is sent and nothing is stored. {next}
      </span>
    </Bar>
  );
}

function SceneSelect({ id, names, play }: DemoScenes) {
  return (
    <select
      className={styles.select}
      aria-label="Languages of the demo"
      value={id}
      onChange={(event) => play(event.currentTarget.value)}
    >
      {Object.entries(names).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}
