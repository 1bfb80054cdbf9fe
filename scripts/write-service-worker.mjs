/** Writes the service worker of a built page, after all other files: `node scripts/write-service-worker.mjs [folder]`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files that the page never requests: licences, source maps, and files for the web host. */
const LEFT_OUT = /(^|\/)(sw\.js|_headers|_redirects|\.[^/]*)$|\.(map|LICENSE\.txt)$/;

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url)));
const template = readFileSync(new URL('../src/service-worker/sw.js', import.meta.url), 'utf8');

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  // Node 20 before 20.12 calls the folder of an entry "path".
  .map((entry) =>
    relative(folder, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join('/'),
  )
  .filter((path) => !LEFT_OUT.test(path))
  .sort()
  .map((path) => ({ path, integrity: `sha256-${hashOf(readFileSync(join(folder, path)), 'base64')}` }));

if (!files.some((file) => file.path === 'index.html')) throw new Error(`There is no built page in ${folder}.`);

// The hash includes the template, so that a changed worker gets another version.
const version = hashOf(template + JSON.stringify(files), 'hex').slice(0, 16);
writeFileSync(join(folder, 'sw.js'), `const BUILD = ${JSON.stringify({ version, files })};\n${template}`);

function hashOf(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}
