import { nameOf } from '../../../../providers/catalog.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSettings } from '../../../state/use-film.ts';
import { Bar } from './bar.tsx';

const WORDS_ID = 'forgotten-keys-words';

/** Shown while forgotten or replaced keys can be brought back. */
export function ForgottenKeysBar() {
  const { settings } = useServices();
  const { undoable, replaced } = useSettings((state) => state.forgetting);
  if (!undoable) return null;
  return (
    <Bar
      quiet
      wordsId={WORDS_ID}
      onDismiss={settings.dropForgottenKeys}
      action={
        <Button aria-describedby={WORDS_ID} onClick={settings.bringKeysBack}>
          Undo
        </Button>
      }
    >
      {replaced ? `The ${nameOf(replaced)} key was replaced.` : 'The keys were forgotten.'}
    </Bar>
  );
}
