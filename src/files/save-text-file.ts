/** Browsers may begin to read the file after the click: its text is released this much later. */
const REVOKE_AFTER_MS = 10_000;

/** Gives the person a UTF-8 text file to save under `name`; `type` is its MIME type. */
export function saveTextFile(name: string, text: string, type = 'application/x-subrip'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.hidden = true;
  // Firefox follows only a link that is part of the document.
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
