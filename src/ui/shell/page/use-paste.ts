import { useEffect } from 'react';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { recognizeFormat } from '../../../subtitles/recognize-format.ts';
import { isTextField } from '../../kit/browser.ts';
import { useServices } from '../../state/services.tsx';
import { isDialogOpen } from '../shortcuts/use-shortcuts.ts';

/**
 * Opens a file or a subtitle text that is pasted into the page while no field has the focus, if there is no original yet. Any other text
 * stays out of sight and storage: it may be a key.
 */
export function usePaste(): void {
  const { intake, session } = useServices();
  useEffect(() => {
    function onPaste(event: ClipboardEvent): void {
      const state = session.store.getState();
      if (event.defaultPrevented || isTextField(event.composedPath()[0]) || isDialogOpen()) return;
      if (isSourceFixed(state) || state.sourceText !== '' || !event.clipboardData) return;
      const text = event.clipboardData.getData('text/plain');
      const files = [...event.clipboardData.files];
      if (isSubtitles(text)) session.editSource(text);
      else if (files.length > 0) void intake.open(files);
      else return;
      event.preventDefault();
    }
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [intake, session]);
}

const isSubtitles = (text: string): boolean => text.includes('-->') || recognizeFormat(text) !== 'srt';
