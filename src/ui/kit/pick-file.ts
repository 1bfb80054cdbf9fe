/** Shows the browser's file picker; calls back with the file, if one is chosen. `accept` as in `<input accept>`. */
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
