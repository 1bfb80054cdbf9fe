import { useEffect, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus-soon.ts';
import { DEMO_BUTTON_ID } from '../../panels/source/empty-hint.tsx';
import { useSession } from '../../state/use-session.ts';
import { Bar } from './bar.tsx';
import { demoWords } from './demo-words.ts';

/** Says that this is the demo and what to try next; leads back to the work. */
export function DemoBar({ leaveDemo }: { leaveDemo: () => void }) {
  const next = useSession(demoWords);
  const words = useRef<HTMLSpanElement>(null);
  // The button that was pressed is gone: focusing the words keeps the keyboard's place and has screen readers read them.
  useEffect(() => words.current?.focus(), []);

  function leave() {
    leaveDemo();
    focusSoon(DEMO_BUTTON_ID);
  }

  return (
    <Bar action={<Button onClick={leave}>Leave the demo</Button>}>
      <span ref={words} tabIndex={-1}>
        <strong>Demo.</strong> A made-up scene, answered inside this page: nothing is sent and nothing is stored. {next}
      </span>
    </Bar>
  );
}
