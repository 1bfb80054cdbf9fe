import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findServer, type WebServer } from './run-web-server.ts';
import { startApache } from './start-apache.ts';
import { startNginx } from './start-nginx.ts';

/** Tries the sample configurations in the real servers; tests of servers that are not installed are skipped. */

const SERVERS = [
  { name: 'nginx', sample: 'nginx.conf', program: findServer(['nginx']), start: startNginx },
  { name: 'Apache', sample: '.htaccess', program: findServer(['apache2', 'httpd']), start: startApache },
];

const { everywhere, byPath }: { everywhere: Headers; byPath: Record<string, Headers> } = JSON.parse(
  readFileSync(new URL('../deploy/headers.json', import.meta.url), 'utf8'),
);
type Headers = Record<string, string>;

const FILES = {
  'index.html': 'text/html; charset=utf-8',
  'sw.js': /^(text|application)\/javascript; charset=utf-8$/,
  'static/js/index.0123456789.js': /^(text|application)\/javascript; charset=utf-8$/,
  'static/css/index.0123456789.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'manifest.webmanifest': 'application/manifest+json',
};

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'deploy-'));
  cleanUp.push(() => rmSync(made, { recursive: true }));
  // A server started by root reads the folder as another user.
  chmodSync(made, 0o755);
  return made;
}

function site(): string {
  const made = folder();
  for (const path of ['static/js', 'static/css']) mkdirSync(join(made, path), { recursive: true });
  for (const path of Object.keys(FILES)) writeFileSync(join(made, path), `/* ${path} */\n`);
  return made;
}

/** The headers that headers.json demands for a path. */
const expectedOf = (path: string): Headers => ({
  ...everywhere,
  'Cache-Control': '',
  ...Object.entries(byPath).find(([pattern]) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )?.[1],
});

async function headersOf({ url }: WebServer, path: string, wanted: Headers) {
  const response = await fetch(new URL(path, url));
  await response.arrayBuffer();
  const received = Object.keys(wanted).map((name) => [name, response.headers.get(name) ?? '']);
  return { status: response.status, type: response.headers.get('content-type'), headers: Object.fromEntries(received) };
}

describe.each(SERVERS)('$name with deploy/$sample', ({ program, start }) => {
  it.skipIf(program === undefined)(
    'sends what headers.json says, with the type of each file',
    { timeout: 60_000 },
    async () => {
      const server = await start(program ?? '', site(), folder());
      cleanUp.push(server.close);
      for (const [file, type] of [['', FILES['index.html']] as const, ...Object.entries(FILES)]) {
        const wanted = expectedOf(`/${file}`);
        const { status, type: received, headers } = await headersOf(server, `/${file}`, wanted);
        expect({ file, status, headers }).toEqual({ file, status: 200, headers: wanted });
        expect(received, file).toMatch(type);
      }
      // A "not found" must not be cached, and has the same protective headers.
      for (const path of ['/none.html', '/static/js/gone.0123456789.js']) {
        const wanted = { ...everywhere, 'Cache-Control': '' };
        expect({ path, ...(await headersOf(server, path, wanted)) }).toMatchObject({
          path,
          status: 404,
          headers: wanted,
        });
      }
    },
  );
});
