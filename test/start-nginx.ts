import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, runWebServer, type WebServer } from './run-web-server.ts';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts the system's nginx for the folder `site`, with deploy/nginx.conf, in which only port and folder are replaced. */
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

/** The folder of its MIME types: beside the configuration for which it was built. */
function ownFolder(program: string): string {
  // nginx prints this to stderr.
  const words = execFileSync('sh', ['-c', '"$0" -V 2>&1', program], { encoding: 'utf8' });
  return dirname(/--conf-path=(\S+)/.exec(words)?.[1] ?? '/etc/nginx/nginx.conf');
}
