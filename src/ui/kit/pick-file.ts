/** Shows the browser's file picker and calls `onFile` if a file is chosen. `accept` as in `<input accept>`. */
export function pickFile(accept: string, onFile: (file: File) => void): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.accept = accept;
  picker.addEventListener('change', () => {
    const [file] = picker.files ?? [];
    if (file) onFile(file);
  });
  picker.click();
}
