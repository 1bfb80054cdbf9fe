import { findProgram, isExecutable } from './find-program.ts';

const NAMES = ['firefox', 'firefox-esr'];

const PATHS = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
];

/** The path of Firefox: FIREFOX_PATH, or the installed one. Throws with advice if there is none. */
export function findFirefox(): string {
  const given = process.env.FIREFOX_PATH;
  if (given) {
    if (!isExecutable(given)) throw new Error(`FIREFOX_PATH names no program: ${given}`);
    return given;
  }
  const found = findProgram(NAMES, PATHS);
  if (found === undefined) throw new Error('No Firefox found. Install one, or set FIREFOX_PATH to it.');
  return found;
}
