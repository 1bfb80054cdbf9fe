import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaticServer } from '../scripts/static-server.mjs';
import { startStaticServer } from '../scripts/static-server.mjs';

let parent: string;
let server: StaticServer;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'static-server-'));
  await mkdir(join(parent, 'served/static'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  await writeFile(join(parent, 'served-beside.txt'), 'secret');
  await writeFile(join(parent, 'served/index.html'), '<h1>page</h1>');
  await writeFile(join(parent, 'served/static/app.js'), 'script');
  server = await startStaticServer({
    folder: join(parent, 'served'),
    prefix: '/any/folder/',
    headers: { 'referrer-policy': 'no-referrer' },
  });
});

afterAll(async () => {
  await server.close();
  await rm(parent, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** Uses node's http client, because fetch removes `..` from an address. */
function get(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: server.port, path, method, headers }, async (response) => {
      const sent = Buffer.concat(await response.toArray());
      const body = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
      resolve({ status: response.statusCode, type: response.headers['content-type'], body });
    });
    call.on('error', reject).end();
  });
}

test('serves index.html for the folder, and each file with its type', async () => {
  expect(await get('/any/folder/')).toEqual({ status: 200, type: 'text/html; charset=utf-8', body: '<h1>page</h1>' });
  const script = await get('/any/folder/static/app.js?version=1');
  expect(script).toEqual({ status: 200, type: 'text/javascript; charset=utf-8', body: 'script' });
});

test.each([
  ...['/any/folder/../secret.txt', '/any/folder/%2e%2e/secret.txt', '/any/folder/..%2fsecret.txt'],
  ...['/any/folder/../served-beside.txt', '/any/folder//etc/hostname', '/any/folder/%00', '/any/folder/%'],
  ...['/any/folder/static', '/any/folder/none.html', '/secret.txt', '/'],
])('answers "not found" for %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, body: 'Not found\n' });
});

test('a file that has changed is compressed again', async () => {
  const compressed = () => get('/any/folder/changes.txt', 'GET', { 'accept-encoding': 'gzip' });
  const file = join(parent, 'served/changes.txt');
  for (const text of ['one', 'three', 'seven']) {
    await writeFile(file, text);
    for (let visit = 0; visit < 2; visit++) expect(await compressed()).toMatchObject({ status: 200, body: text });
  }
});

test('answers only the methods GET and HEAD', async () => {
  expect((await get('/any/folder/', 'POST')).status).toBe(405);
  expect(await get('/any/folder/', 'HEAD')).toMatchObject({ status: 200, body: '' });
});

test('uses the next free port if the first is in use', async () => {
  const second = await startStaticServer({ folder: parent, port: server.port });
  expect(second.port).toBeGreaterThan(server.port);
  await second.close();
});
