import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { extname, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const HOST = '127.0.0.1';
const PORTS_TO_TRY = 50;

const MIME_TYPES = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.woff2', 'font/woff2'],
]);

/** Serves a folder to this computer only; static-server.d.mts describes the parameters. */
export async function startStaticServer({ folder, port = 0, prefix = '/', headers = {} }) {
  const server = createServer((request, response) => {
    answer({ root: resolve(folder), prefix, headers, request, response }).catch(() => response.destroy());
  });
  const actualPort = port === 0 ? await listen(server, 0) : await listenOnNextFree(server, port);
  return {
    port: actualPort,
    url: `http://localhost:${actualPort}${prefix}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer({ root, prefix, headers, request, response }) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('x-content-type-options', 'nosniff');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Method not allowed');
  const file = await findFile(root, prefix, request.url ?? '/');
  if (file === undefined) return refuse(response, 404, 'Not found');
  const compressed = isText(file.path) && acceptsGzip(request);
  // Names under static/ contain a hash of the content. Other files can change under the same name.
  const caching = file.path.includes(`${sep}static${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';
  response.writeHead(200, {
    'content-type': MIME_TYPES.get(extname(file.path)) ?? 'application/octet-stream',
    vary: 'accept-encoding',
    ...(compressed ? { 'content-encoding': 'gzip' } : { 'content-length': file.size }),
    'cache-control': response.getHeader('cache-control') ?? caching,
  });
  if (request.method === 'HEAD') return response.end();
  if (compressed) return response.end(await compress(file));
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** By path: a page asks for the same files at each visit, and compressing them takes longer than the rest of an answer. */
const compressedFiles = new Map();

async function compress({ path, size, changedAtMs }) {
  const known = compressedFiles.get(path);
  if (known?.size === size && known.changedAtMs === changedAtMs) return known.bytes;
  const bytes = await promisify(gzip)(await readFile(path));
  compressedFiles.set(path, { size, changedAtMs, bytes });
  return bytes;
}

const isText = (path) => /^text|json|svg/.test(MIME_TYPES.get(extname(path)) ?? '');
const acceptsGzip = ({ headers }) => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(headers['accept-encoding'] ?? '');

function refuse(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** The file of an address; undefined: the file does not exist or is outside of the folder. */
async function findFile(root, prefix, address) {
  const pathname = decode(address.split(/[?#]/, 1)[0]);
  if (pathname === undefined || !pathname.startsWith(prefix) || pathname.includes('\0')) return undefined;
  const named = resolve(root, `./${pathname.slice(prefix.length)}`);
  if (named !== root && !named.startsWith(root + sep)) return undefined;
  const path = pathname.endsWith('/') ? resolve(named, 'index.html') : named;
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, size: found.size, changedAtMs: found.mtimeMs } : undefined;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

async function listenOnNextFree(server, firstPort) {
  for (let port = firstPort; port < firstPort + PORTS_TO_TRY; port += 1) {
    if (await isTaken(port)) continue;
    const actualPort = await listen(server, port).catch((error) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    });
    if (actualPort !== undefined) return actualPort;
  }
  throw new Error(`No free port between ${firstPort} and ${firstPort + PORTS_TO_TRY - 1}.`);
}

function listen(server, port) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, HOST, () => {
      server.off('error', fail);
      done(server.address().port);
    });
  });
}

/** Tries to connect to the port, because "localhost" can also mean ::1, and some systems let two servers listen on one port. */
async function isTaken(port) {
  const answers = await Promise.all([HOST, '::1'].map((host) => accepts(host, port)));
  return answers.includes(true);
}

function accepts(host, port) {
  return new Promise((done) => {
    const socket = connect({ host, port });
    const end = (accepted) => {
      socket.destroy();
      done(accepted);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(500, () => end(false));
  });
}
