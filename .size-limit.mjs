import { readFileSync } from 'node:fs';

/** What the browser fetches before anything is shown: the scripts that index.html names. The rest loads when needed. */
const html = readFileSync(new URL('./dist/index.html', import.meta.url), 'utf8');
const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, path]) => `dist/${path}`);
if (scripts.length === 0) throw new Error('dist/index.html names no script: the limit would hold for nothing.');

export default [{ name: 'First load of JavaScript', path: scripts, gzip: true, limit: '127 kB' }];
