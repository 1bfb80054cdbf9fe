import { useState } from 'react';
import { isPending } from '../../../engine/state/run-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { Bell } from '../../kit/icons/later-icons.tsx';
import { askToNotify, canAskToNotify } from '../../kit/notice/notify.ts';
import { useSession } from '../../state/use-session.ts';

/** Offers a browser notification for the end of a long run; disappears once the browser has asked. */
export function NotifyButton() {
  const pending = useSession(isPending);
  const [askable, setAskable] = useState(canAskToNotify);
  if (!pending || !askable) return null;
  return (
    <Button
      look="plain"
      icon={<Bell aria-hidden />}
      aria-label="Notify me when it is done"
      title="Notify me when it is done"
      onClick={() => void askToNotify().then(() => setAskable(canAskToNotify()))}
    />
  );
}
