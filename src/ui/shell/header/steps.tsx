import Check from 'lucide-react/icons/check';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useSession } from '../../state/use-session.ts';
import { currentStep, STEPS } from './current-step.ts';
import styles from './header.module.css';

/** The steps of the work, with the present one marked. */
export function Steps() {
  const current = useSession(currentStep);
  return (
    <ol className={styles.steps} aria-label="Steps">
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={styles.step}
          data-step={index === current ? 'current' : index < current ? 'done' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          {index < current && <Check aria-hidden className={styles.stepIcon} />}
          <span className={styles.stepName}>{name}</span>
          {index < current && <VisuallyHidden>done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
