import { DEFAULT_PROMPT, followsFilm } from '../../../languages/standard-prompt.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';

const RESET_ID = 'reset-prompt';
const UNDO_RESET_ID = 'undo-reset-prompt';

/** One click must not lose the words of a person: it can be taken back until another prompt is reset. */
export function PromptReset() {
  const { settings } = useServices();
  const isStandard = useSettings((state) => state.prompt === DEFAULT_PROMPT || followsFilm(state));
  const undoable = useSettings((state) => state.earlierPrompt !== null);

  function reset() {
    settings.resetPrompt();
    focusSoon(UNDO_RESET_ID);
  }
  function undo() {
    settings.bringPromptBack();
    focusSoon(RESET_ID);
  }

  return (
    <>
      {undoable && (
        <Button id={UNDO_RESET_ID} variant="plain" onClick={undo}>
          Undo reset
        </Button>
      )}
      {!isStandard && (
        <Button id={RESET_ID} variant="plain" onClick={reset}>
          Reset to the standard prompt
        </Button>
      )}
    </>
  );
}
