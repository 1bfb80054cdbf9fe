import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, runWebServer, type WebServer } from './run-web-server.ts';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The system's nginx over `site`, a folder, with deploy/nginx.conf, of which only port and folder are changed. */
export async function startNginx(program: string, site: string, workFolder: string): Promise<WebServer> {
  const port = await freePort();
  const sample = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8');
  const adapted = sample
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}root .+;$/m, `  root ${site};`);
  writeFileSync(join(workFolder, 'site.conf'), adapted);
  const file = join(workFolder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
master_process off;
pid ${join(workFolder, 'nginx.pid')};
error_log stderr;
events {}
http {
  include ${join(ownFolder(program), 'mime.types')};
  default_type application/octet-stream;
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${join(workFolder, name)};`).join('\n  ')}
  include ${join(workFolder, 'site.conf')};
}
`,
  );
  return runWebServer(program, ['-e', 'stderr', '-p', workFolder, '-c', file], port);
}

/** Where its types stand: beside the configuration that it was built for. */
function ownFolder(program: string): string {
  // It writes this to the error stream.
  const words = execFileSync('sh', ['-c', '"$0" -V 2>&1', program], { encoding: 'utf8' });
  return dirname(/--conf-path=(\S+)/.exec(words)?.[1] ?? '/etc/nginx/nginx.conf');
}
