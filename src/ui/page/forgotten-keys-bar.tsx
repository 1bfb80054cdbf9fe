import { Button } from '../shared/button.tsx';
import { useServices } from '../shared/services.tsx';
import { useSettings } from '../shared/use-settings.ts';
import { Bar } from './bar.tsx';

/** As long as the keys can be brought back. */
export function ForgottenKeysBar() {
  const { settings } = useServices();
  const undoable = useSettings((state) => state.forgetting.undoable);
  if (!undoable) return null;
  return (
    <Bar onDismiss={settings.dropForgottenKeys} action={<Button onClick={settings.bringKeysBack}>Undo</Button>}>
      The keys were forgotten.
    </Bar>
  );
}
