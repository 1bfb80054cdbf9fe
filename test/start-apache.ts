import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, runWebServer, type WebServer } from './run-web-server.ts';

const MODULES = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers'];
const MODULE_FOLDERS = ['/usr/lib/apache2/modules', '/usr/lib64/httpd/modules', '/usr/libexec/apache2'];
const TYPES = ['/etc/mime.types', '/etc/apache2/mime.types', '/etc/httpd/conf/mime.types'];

/** Starts the system's Apache for the folder `site`, with a copy of deploy/.htaccess as its only configuration of headers. */
export async function startApache(program: string, site: string, workFolder: string): Promise<WebServer> {
  const port = await freePort();
  copyFileSync(fileURLToPath(new URL('../deploy/.htaccess', import.meta.url)), join(site, '.htaccess'));
  const modules = MODULE_FOLDERS.find((folder) => existsSync(folder)) ?? 'modules';
  const types = TYPES.find((file) => existsSync(file));
  const file = join(workFolder, 'httpd.conf');
  writeFileSync(
    file,
    `ServerRoot "${workFolder}"
ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${join(workFolder, 'httpd.pid')}"
ErrorLog "${join(workFolder, 'error.log')}"
DefaultRuntimeDir "${workFolder}"
${MODULES.map((name) => `LoadModule ${name}_module "${join(modules, `mod_${name}.so`)}"`).join('\n')}
${types === undefined ? '' : `TypesConfig "${types}"`}
${process.getuid?.() === 0 ? 'User #65534\nGroup #65534' : ''}
DocumentRoot "${site}"
DirectoryIndex index.html
<Directory "${site}">
  AllowOverride FileInfo
  Require all granted
</Directory>
`,
  );
  return runWebServer(program, ['-D', 'FOREGROUND', '-f', file], port);
}
