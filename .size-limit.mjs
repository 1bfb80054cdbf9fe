import { readdirSync, readFileSync } from 'node:fs';

/** What the browser fetches before anything is shown: the scripts that index.html names. The rest loads when needed. */
const html = readFileSync(new URL('./dist/index.html', import.meta.url), 'utf8');
const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, path]) => `dist/${path}`);
if (scripts.length === 0) throw new Error('dist/index.html names no script: the limit would hold for nothing.');

/** What a program or a person installs. */
const terminal = readdirSync(new URL('./dist-terminal/', import.meta.url)).map((file) => `dist-terminal/${file}`);
if (!terminal.includes('dist-terminal/core.mjs')) throw new Error('dist-terminal/ has no core.mjs.');

export default [
  // Of the limit, 1 kB is for series: the state of the list, and where a film's state is found.
  { name: 'First load of JavaScript', path: scripts, gzip: true, limit: '128 kB' },
  ...terminal.map((path) => ({ name: path, path, gzip: true, limit: '400 kB' })),
];
