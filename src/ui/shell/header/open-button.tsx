import { SUBTITLE_NAMES } from '../../../files/check-upload.ts';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { pickFiles } from '../../kit/pick-file.ts';
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
      look="plain"
      title={locked ? readOnly || 'Restart to open another file.' : 'Open subtitles: SRT, WebVTT, ASS, SSA, SBV'}
      disabled={locked}
      onClick={() => pickFiles(SUBTITLE_NAMES.join(), (files) => void intake.openAny(files))}
    >
      Open…
    </Button>
  );
}
