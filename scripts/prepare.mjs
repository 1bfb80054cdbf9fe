/**
 * npm runs it after an install: `npm i -g <folder or git address>` gets its program by it. `npm ci` is for a checkout, where `npm run build`
 * comes later. Without the development packages nothing can be built: npm leaves them out of what it installs for all (seen with npm 11).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, realpathSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { npm_command: command, npm_config_global: isForAll, npm_execpath: npm, ...others } = process.env;
const root = fileURLToPath(new URL('..', import.meta.url));
const canBuild = () =>
  ['@rsbuild/core', '@swc/core', 'typescript'].every((name) => existsSync(`${root}/node_modules/${name}`));

if (command !== 'ci') {
  if (isForAll === 'true' && npm !== undefined && !canBuild()) installPackages();
  if (canBuild()) {
    process.argv.push('--if-old');
    await import('./build-terminal.mjs');
  }
  if (isForAll === 'true' && /^git-clone/.test(basename(root))) makeFolderOfLink();
}

/**
 * For a git address, npm 10 and 11 clone into a temporary folder, and install all packages there. With -g that makes a link from the global folder to the clone.
 * npm then unpacks into the link and removes the clone, so the program is missing (seen with npm 10.9 and 11.19; npm 12 makes no link). npm unpacks
 * into an empty folder instead, if it is there when npm packs the clone, which is the call without npm's variable.
 */
function makeFolderOfLink() {
  if (process.env._PACOTE_NO_PREPARE_ !== undefined) return;
  const packages = join(process.env.npm_config_prefix ?? '', process.platform === 'win32' ? '' : 'lib', 'node_modules');
  const link = join(packages, 'subtitle-translator');
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() || realpathSync(link) !== realpathSync(root))
    return;
  unlinkSync(link);
  mkdirSync(link);
}

function installPackages() {
  // npm's options for the global install must not apply to this one.
  const env = Object.fromEntries(
    Object.entries(others).filter(([name]) => !/^npm_config_(?:prefix|location)$/i.test(name)),
  );
  const options = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync(process.execPath, [npm, ...options], { cwd: root, env, stdio: 'inherit' });
}
