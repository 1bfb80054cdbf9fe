import { SUBTITLE_NAMES } from '../../../files/subtitle-names.ts';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { pickFiles } from '../../kit/pick-files.ts';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason } from '../../state/use-read-only-reason.ts';
import { useSession } from '../../state/use-session.ts';

/** Opens a file of any format; "Upload .srt" is the specification's. */
export function OpenButton() {
  const { intake } = useServices();
  const locked = useSession(isSourceFixed);
  const readOnly = useReadOnlyReason();
  return (
    <Button
      variant="plain"
      title={locked ? readOnly || 'Restart to open another file.' : 'Open subtitles: SRT, WebVTT, ASS, SSA, SBV'}
      disabled={locked}
      onClick={() => pickFiles({ accept: SUBTITLE_NAMES.join(), multiple: true }, (files) => void intake.open(files))}
    >
      Open…
    </Button>
  );
}
