import Folder from 'lucide-react/icons/folder';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { canPickFolders, pickFolder } from '../../kit/pick-folder.ts';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason } from '../../state/use-read-only-reason.ts';
import { useSession } from '../../state/use-session.ts';

/** Opens the first subtitle file of a folder, as dropping the folder does. */
export function OpenFolderButton() {
  const { intake } = useServices();
  const locked = useSession(isSourceFixed);
  const readOnly = useReadOnlyReason();
  if (!canPickFolders()) return null;
  return (
    <Button
      look="plain"
      icon={<Folder aria-hidden />}
      title={locked ? readOnly || 'Restart to open another file.' : 'Open the first subtitle file of a folder'}
      disabled={locked}
      onClick={() => pickFolder((files) => void intake.openAny(files))}
    >
      Open folder…
    </Button>
  );
}
