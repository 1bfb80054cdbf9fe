import { useStore } from 'zustand';
import { savedName } from '../../../review/save/saved-name.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { Button } from '../../kit/button.tsx';
import { Download } from '../../kit/icons/first-icons.tsx';
import { mainSave } from '../../state/page-state.ts';
import { languageOfResult } from '../../state/save/language-of-result.ts';
import { saveResult } from '../../state/save/save-result.ts';
import { useServices } from '../../state/services.tsx';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import styles from './saving.module.css';

/** Saves the result under the name that players look for beside the film. */
export function SaveAs() {
  const services = useServices();
  const saving = useStore(services.page, (state) => state.saving);
  const prompt = useSettings((state) => state.prompt);
  const name = useSession((state) =>
    savedName(state.fileName, languageOfResult(state, prompt, saving), formatOf(state.readAs)),
  );
  const primary = usePrimaryVariant('download');
  const isMain = useSession((state) => mainSave(state) === 'save-as');
  return (
    <Button
      variant={isMain ? primary : 'bordered'}
      icon={<Download aria-hidden />}
      className={styles.saveAs}
      onClick={() => void saveResult(services, 'save-as')}
    >
      {`Save as ${name}`}
    </Button>
  );
}
