import { Button } from '../../kit/button.tsx';
import { Download } from '../../kit/icons/first-icons.tsx';
import { mainSave } from '../../state/page-state.ts';
import { saveResult, useSaving } from '../../state/save.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';
import styles from './saving.module.css';

/** Saves the result under the name that players look for beside the film. */
export function SaveAs() {
  const services = useServices();
  const saving = useSaving();
  const primary = usePrimaryVariant('download');
  const isMain = useSession((state) => mainSave(state) === 'save-as');
  if (!saving) return null;
  return (
    <Button
      variant={isMain ? primary : 'bordered'}
      icon={<Download aria-hidden />}
      className={styles.saveAs}
      onClick={() => void saveResult(services, 'save-as')}
    >
      {`Save as ${saving.name}`}
    </Button>
  );
}
