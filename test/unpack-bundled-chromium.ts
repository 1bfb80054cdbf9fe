import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKED = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const CACHE = fileURLToPath(new URL('../.cache/', import.meta.url));

/**
 * Unpacks the Chromium of @sparticuz/chromium into .cache/, once per version. Returns the path and environment of the program. The package's own code unpacks
 * into /tmp, which users share and where workers disturb each other, so this code fills a private folder and then renames it.
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
      // A minimal Debian lacks libnspr4 and libnss3. The package contains them for another system.
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

async function unpack(packageFolder: string, unpacker: string, folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'unpacking-'));
  // In a separate process, because the unpacker writes to the temporary folder named in the environment.
  const script = `import { inflate } from ${JSON.stringify(unpacker)};
    for (const file of process.argv.slice(1)) await inflate(file);`;
  const files = PACKED.map((name) => join(packageFolder, 'bin', name));
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, ...files], {
    env: { ...process.env, TMPDIR: draft },
  });
  await writeFile(join(draft, 'fonts.conf'), fontConfiguration(folder));
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // Otherwise another worker was faster, and its folder is complete.
    if (!existsSync(folder)) throw error;
  });
}

/** The package's own file names folders that exist only in its cloud. The fonts are found beside this file, also where the project was moved or copied. */
const fontConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
