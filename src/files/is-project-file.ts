/** What a project file begins with (project-file.ts, which is part of the first load, as this module is not). */
const BEGINNING = /^\s*\{\s*"format":\s*"subtitle-translator-project"/;
const BEGINNING_BYTES = 200;

/** Whether a file is one that "Save project" made, whatever its name; false if it cannot be read. */
export async function isProjectFile(file: Blob): Promise<boolean> {
  try {
    return BEGINNING.test(await file.slice(0, BEGINNING_BYTES).text());
  } catch {
    return false;
  }
}
