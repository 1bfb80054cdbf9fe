import { type ChangeEvent, useRef } from 'react';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { Upload } from '../../kit/icons/first-icons.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';

/** Of the button that opens the file picker. */
export const UPLOAD_BUTTON_ID = 'upload-button';

/** Opens the file picker, which offers .srt files only (specification, section 2). */
export function UploadButton() {
  const { intake } = useServices();
  const disabled = useSession(isSourceFixed);
  const input = useRef<HTMLInputElement>(null);

  function open({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // The first text moves the button to another place; the focus must move with it.
    if (file) void intake.open([file], { srtOnly: true }).then(() => focusSoon(UPLOAD_BUTTON_ID));
    // Cleared, so that the same file can be chosen again after it was corrected.
    currentTarget.value = '';
  }

  return (
    <>
      <Button
        id={UPLOAD_BUTTON_ID}
        // Where the film is dropped, also in a small window.
        inBar={false}
        variant={usePrimaryVariant('upload')}
        icon={<Upload aria-hidden />}
        disabled={disabled}
        aria-describedby={disabled ? 'source-hint' : undefined}
        onClick={() => input.current?.click()}
      >
        Upload .srt
      </Button>
      <input ref={input} type="file" accept=".srt" hidden disabled={disabled} onChange={open} />
    </>
  );
}
