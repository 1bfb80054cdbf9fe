import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKED = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const CACHE = fileURLToPath(new URL('../.cache/', import.meta.url));

/**
 * Unpacks the Chromium of @sparticuz/chromium once per version into .cache/, and returns the program's path and environment. The
 * package's own unpacking shares /tmp between all users and has races between workers; here a private folder is filled
 * and then renamed into place.
 */
export async function unpackBundledChromium(): Promise<{
  executablePath: string;
  environment: Record<string, string>;
}> {
  const modules = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  const packageFolder = join(modules, '..', '..');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(packageFolder, join(modules, 'lambdafs.js'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    environment: {
      // A bare Debian lacks libnspr4 and libnss3, which the package carries for another system.
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

async function unpack(packageFolder: string, unpacker: string, folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'unpacking-'));
  // In its own process, because the unpacker writes to the temporary folder that the environment names.
  const script = `import { inflate } from ${JSON.stringify(unpacker)};
    for (const file of process.argv.slice(1)) await inflate(file);`;
  const files = PACKED.map((name) => join(packageFolder, 'bin', name));
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, ...files], {
    env: { ...process.env, TMPDIR: draft },
  });
  await writeFile(join(draft, 'fonts.conf'), fontConfiguration(folder));
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // Another worker has unpacked it first.
    if (!existsSync(folder)) throw error;
  });
}

/** The package's own file names folders that exist only in its cloud. */
const fontConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
