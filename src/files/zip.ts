import { makeZip } from 'client-zip';

/** One file of an archive. `path`: with "/" between folders. */
export interface ArchivedFile {
  readonly path: string;
  readonly text: string | Blob;
}

/** The first day that the format can contain, so that equal files give equal bytes. */
const FIRST_DAY = new Date(1980, 0, 1);

/** Writes a .zip without compression, in UTF-8, file by file. */
export async function zipOf(files: readonly ArchivedFile[]): Promise<Blob> {
  const entries = files.map(({ path, text }) => ({ name: path, input: text, lastModified: FIRST_DAY }));
  return new Response(makeZip(entries)).blob();
}
