import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import { Check } from '../../kit/icons/first-icons.tsx';
import { panelId } from '../../kit/panel-ids.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { currentStep, isReviewed, STEPS } from './current-step.ts';
import styles from './header.module.css';

const loadGoToStep = async () => (await import(/* webpackChunkName: "second-load" */ './go-to-step.ts')).goToStep;

/** The steps of the work, with the present one marked; each leads to its place. One Tab stop, arrow keys within. */
export function Steps() {
  const services = useServices();
  const toReview = useStore(services.page, (state) => state.toReview);
  const current = useSession((state) => currentStep(state, toReview));
  const reviewed = useSession((state) => isReviewed(state, toReview));
  const isDone = (index: number) => index < current && (reviewed || STEPS[index] !== 'Review');
  const [stop, setStop] = useState<number>();

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = ((stop ?? current) + by + STEPS.length) % STEPS.length;
    setStop(next);
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  }

  return (
    <ol className={styles.steps} aria-label="Steps" onKeyDown={onKeyDown} onBlur={() => setStop(undefined)}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={styles.step}
          data-step={index === current ? 'current' : isDone(index) ? 'done' : 'next'}
        >
          {isDone(index) && <Check aria-hidden className={styles.stepIcon} />}
          <a
            href={`#${panelId('Translation')}`}
            className={styles.stepName}
            aria-current={index === current ? 'step' : undefined}
            tabIndex={index === (stop ?? current) ? 0 : -1}
            onClick={(event) => {
              // The page has no routes.
              event.preventDefault();
              void loadGoToStep().then((goToStep) => goToStep(index, services));
            }}
          >
            {name}
          </a>
          {isDone(index) && <VisuallyHidden>done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
