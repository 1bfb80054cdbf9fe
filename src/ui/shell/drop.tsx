import { useEffect, useState } from 'react';
import { filesInFolders } from '../../files/accept.ts';
import { listen, takeEarlyDrop } from '../kit/browser.ts';
import { Nothing } from '../kit/lazy-part.tsx';
import type { DroppedHandle } from '../state/intake.ts';
import { runPart } from '../state/parts.ts';
import { useServices } from '../state/services.tsx';

const DropWords = runPart.component((part) => part.DropWords, { StandIn: Nothing });

/** What was dropped, if a folder is among it. */
function folderIn(data: DataTransfer | null): readonly FileSystemEntry[] | undefined {
  const entries = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some(({ isDirectory }) => isDirectory) ? entries : undefined;
}

/** Chromium's. */
interface AskableItem extends DataTransferItem {
  getAsFileSystemHandle?(): DroppedHandle;
}

const carriesFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Opens a file that is dropped anywhere on the page; dragged text is left to the editor. */
export function DropOverlay() {
  const { intake } = useServices();
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
      const dropped = [...(event.dataTransfer?.files ?? [])];
      // Asked for at once: after the event the browser has forgotten it.
      const folder = folderIn(event.dataTransfer);
      // A text or an address that is dragged along has a place among the items, and none among the files.
      const handles = [...(event.dataTransfer?.items ?? [])]
        .filter(({ kind }) => kind === 'file')
        .map((item: AskableItem) => item.getAsFileSystemHandle?.());
      if (!carriesFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (folder) void filesInFolders(folder).then((files) => intake.open(files));
      else void intake.open(dropped, { srtOnly: false, handles });
    };
    // In the capturing phase, before the editor would insert the file as text.
    const unlisten = listen(window, { dragover: onDragOver, dragleave: onDragLeave, drop: onDrop }, { capture: true });
    const early = takeEarlyDrop();
    if (early.length > 0) void intake.open(early);
    return unlisten;
  }, [intake]);

  return dragging && <DropWords />;
}
