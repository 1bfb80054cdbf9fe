import { hasBatches } from '../../../engine/run-state.ts';
import { pickFiles } from '../../kit/browser.ts';
import { Button } from '../../kit/button.tsx';
import { FolderOpen, Save } from '../../kit/icons/later-icons.tsx';
import { MenuItems } from '../../kit/menu/menu-items.tsx';
import { WorkButtons } from '../../panels/result/result-actions.tsx';
import { useServices } from '../../state/services.tsx';
import { useLinesShown, useReadOnlyReason, useSession } from '../../state/use-film.ts';
import { OpenFolderButton } from './open-folder-button.tsx';

/** More than the project of the largest allowed .srt file; reading a video file by mistake would freeze the page. */
const MAX_PROJECT_BYTES = 200 * 1024 * 1024;

/** Opens a folder; saves the whole work as one file, and opens such a file. The file holds no key. */
export function ProjectItems() {
  const { page, commands } = useServices();
  const empty = useSession((state) => !hasBatches(state) && state.sourceText === '');
  const readOnly = useReadOnlyReason();
  const inLines = useLinesShown();

  /** Returns why the file was not opened, or undefined. */
  async function open(file: File): Promise<string | undefined> {
    if (file.size > MAX_PROJECT_BYTES) return `"${file.name}" is too large for a project file.`;
    const text = await file.text().catch(() => undefined);
    if (text === undefined) return `"${file.name}" could not be read. Was it moved or changed? Open it again.`;
    return commands.openProject(text);
  }
  const openOrRefuse = async (file: File) => page.setState({ refusal: (await open(file)) ?? null });

  return (
    <MenuItems>
      <OpenFolderButton />
      <Button
        variant="plain"
        icon={<FolderOpen aria-hidden />}
        title={['Open a project file', readOnly].filter(Boolean).join('. ')}
        disabled={readOnly !== ''}
        onClick={() => pickFiles({ accept: '.json' }, ([file]) => file && void openOrRefuse(file))}
      >
        Open project
      </Button>
      <Button
        variant="plain"
        icon={<Save aria-hidden />}
        title="Save project: the whole work as one file, without keys"
        disabled={empty}
        onClick={commands.saveProject}
      >
        Save project
      </Button>
      {inLines && <WorkButtons />}
    </MenuItems>
  );
}
