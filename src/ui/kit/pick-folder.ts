/** Not every browser on a telephone can. */
export const canPickFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype;

/** Shows the browser's picker for a folder and calls `onFiles` with all files in it, those of its folders included. */
export function pickFolder(onFiles: (files: readonly File[]) => void): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  // A picker shows either files or folders, never both.
  picker.webkitdirectory = true;
  picker.addEventListener('change', () => onFiles([...(picker.files ?? [])]));
  picker.click();
}
