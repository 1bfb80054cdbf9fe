import { isSourceFixed } from '../../../session/session-selectors.ts';
import { pickFiles } from '../../kit/browser.ts';
import { Button } from '../../kit/button.tsx';
import { Folder } from '../../kit/icons/later-icons.tsx';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession } from '../../state/use-film.ts';

/** Opens the first subtitle file of a folder, those in its folders included, as dropping it does: a picker of files shows no folder to choose. */
export function OpenFolderButton() {
  const { intake } = useServices();
  const locked = useSession(isSourceFixed);
  const readOnly = useReadOnlyReason();
  // Not every browser of a telephone can.
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <Button
      variant="plain"
      icon={<Folder aria-hidden />}
      title={locked ? readOnly || 'Restart to open another file.' : 'Open the first subtitle file of a folder'}
      disabled={locked}
      onClick={() => pickFiles({ webkitdirectory: true }, (files) => void intake.open(files))}
    >
      Open folder…
    </Button>
  );
}
