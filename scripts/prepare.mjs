/**
 * npm runs it after an install: `npm i -g <folder or git address>` gets its program by it. `npm ci` is for a checkout, where `npm run build`
 * comes later. Without the development packages nothing can be built: npm leaves them out of what it installs for all (seen with npm 11).
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
}

function installPackages() {
  // npm's options for the global install must not apply to this one.
  const env = Object.fromEntries(
    Object.entries(others).filter(([name]) => !/^npm_config_(?:prefix|location)$/i.test(name)),
  );
  const options = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync(process.execPath, [npm, ...options], { cwd: root, env, stdio: 'inherit' });
}
