/** Shows the browser's file picker and calls `onFile` if a file is chosen. `accept` as in `<input accept>`. */
export function pickFile(accept: string, onFile: (file: File) => void): void {
  pickFiles(accept, ([file]) => file && onFile(file), { multiple: false });
}

/** The same for several files at once. */
export function pickFiles(accept: string, onFiles: (files: readonly File[]) => void, { multiple = true } = {}): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.accept = accept;
  picker.multiple = multiple;
  picker.addEventListener('change', () => {
    onFiles([...(picker.files ?? [])]);
  });
  picker.click();
}
