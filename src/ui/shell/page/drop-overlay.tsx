import { useEffect, useState } from 'react';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import { useServices } from '../../state/services.tsx';
import { DropWords } from '../second-load.ts';

const carriesFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Opens a file that is dropped anywhere on the page; dragged text is left to the editor. */
export function DropOverlay() {
  const { intake, session } = useServices();
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      setDragging(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      const file = event.dataTransfer?.files[0];
      if (!carriesFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (file && !isSourceFixed(session.store.getState())) void intake.open(file);
    };
    // In the capturing phase, before the editor would insert the file as text.
    const capture = { capture: true };
    window.addEventListener('dragover', onDragOver, capture);
    window.addEventListener('dragleave', onDragLeave, capture);
    window.addEventListener('drop', onDrop, capture);
    return () => {
      window.removeEventListener('dragover', onDragOver, capture);
      window.removeEventListener('dragleave', onDragLeave, capture);
      window.removeEventListener('drop', onDrop, capture);
    };
  }, [intake, session]);

  return dragging && <DropWords />;
}
