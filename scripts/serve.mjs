/** Serves the built page: `node scripts/serve.mjs [--port 3000]`. Ctrl+C ends it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startStaticServer } from './static-server.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: process.env.PORT || '3000' } } });
const port = Number(values.port);
const folder = fileURLToPath(new URL('../dist/', import.meta.url));

if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`"${values.port}" is not a port (1 to 65535).`);
if (!existsSync(`${folder}index.html`)) fail('There is no built page in dist/. Run "npm run build" first.');

const server = await startStaticServer({
  folder,
  port,
  headers: { 'content-security-policy': "frame-ancestors 'none'", 'referrer-policy': 'no-referrer' },
});
if (server.port !== port) console.log(`Port ${port} is taken by another program: using ${server.port} instead.`);
console.log(`Subtitle translator: ${server.url}   (Ctrl+C ends it)`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void server.close().then(() => process.exit(0)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
