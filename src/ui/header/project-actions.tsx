import FolderOpen from 'lucide-react/icons/folder-open';
import Save from 'lucide-react/icons/save';
import { hasBatches, isHolder } from '../../session/session-selectors.ts';
import { Button } from '../shared/button.tsx';
import { pickFile } from '../shared/pick-file.ts';
import { useServices } from '../shared/services.tsx';
import { useSession } from '../shared/use-session.ts';

/** The whole work as one file, and back. The file carries no key. */
export function ProjectActions() {
  const { page, commands } = useServices();
  const empty = useSession((state) => !hasBatches(state) && state.sourceText === '');
  const follows = useSession((state) => !isHolder(state));

  async function open(file: File): Promise<void> {
    const text = await file.text().catch(() => undefined);
    const problem =
      text === undefined
        ? `"${file.name}" could not be read. Was it moved or changed? Open it again.`
        : commands.openProject(text);
    page.setState({ refusal: problem ?? null });
  }

  return (
    <>
      <Button
        look="plain"
        icon={<FolderOpen aria-hidden />}
        aria-label="Open project"
        title="Open a project file"
        disabled={follows}
        onClick={() => pickFile('.json', (file) => void open(file))}
      />
      <Button
        look="plain"
        icon={<Save aria-hidden />}
        aria-label="Save project"
        title="Save project: the whole work as one file, without keys"
        disabled={empty}
        onClick={commands.saveProject}
      />
    </>
  );
}
