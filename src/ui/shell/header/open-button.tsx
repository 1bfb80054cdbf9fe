import { SUBTITLE_NAMES } from '../../../files/subtitle-names.ts';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { pickFiles } from '../../kit/browser.ts';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession } from '../../state/use-film.ts';

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
