/** Shows the browser's file picker and calls `onFiles` if files are chosen. A picker shows either files or, where that is wanted, folders. */
export function pickFiles(
  wanted: Partial<Pick<HTMLInputElement, 'accept' | 'multiple' | 'webkitdirectory'>>,
  onFiles: (files: readonly File[]) => void,
): void {
  const picker = Object.assign(document.createElement('input'), wanted, { type: 'file' });
  picker.onchange = () => onFiles([...(picker.files ?? [])]);
  picker.click();
}
