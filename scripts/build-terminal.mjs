/**
 * Writes the program and the core as files that need node alone: `node scripts/build-terminal.mjs [folder]`, by default to dist-terminal/.
 * `--if-old`: only if they are missing, or older than what they are made of.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { rspack } from '@rsbuild/core';
import swc from '@swc/core';
import { wholeDeclarations } from './whole-declarations.mjs';

const { values, positionals } = parseArgs({
  options: { 'if-old': { type: 'boolean' } },
  allowPositionals: true,
});
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(positionals[0] ?? join(root, 'dist-terminal'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const ENTRIES = {
  'subtitle-translator': './src/terminal/main.ts',
  core: './src/core.ts',
};
/** What draws or keeps the page, and the demo. */
const OUT_OF_PLACE =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|virtua|@codemirror)[\\/]|[\\/]src[\\/](?:ui|demo|tabs|service-worker)[\\/]/;

if (!values['if-old'] || isOld()) {
  const [bundled, declarations] = await Promise.all([bundle(), declare()]);
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of Object.entries({ ...bundled, 'core.d.ts': declarations })) {
    // Whoever reads the file meanwhile gets the whole earlier one.
    const draft = join(folder, `.${name}.${process.pid}`);
    writeFileSync(draft, code);
    if (name === 'subtitle-translator.mjs') chmodSync(draft, 0o755);
    renameSync(draft, join(folder, name));
  }
}

function isOld() {
  const within = (name) => readdirSync(join(root, name), { recursive: true }).map((path) => join(name, path));
  const made = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.programs.json']
    .concat(within('src'), within('scripts'))
    .map((path) => statSync(join(root, path)).mtimeMs);
  const outputs = ['core.d.ts', ...Object.keys(ENTRIES).map((name) => `${name}.mjs`)].map((name) => join(folder, name));
  return outputs.some((path) => !existsSync(path) || statSync(path).mtimeMs < Math.max(...made));
}

/**
 * The code by the file's name. Each entry is built by itself: in one build the core would be a module of its own within the program, and Node would
 * parse it twice at each start.
 */
async function bundle() {
  const built = await Promise.all(Object.entries(ENTRIES).map(bundleOne));
  return Object.fromEntries(built);
}

async function bundleOne([name, entry]) {
  const written = mkdtempSync(join(tmpdir(), 'bundles-'));
  const file = `${name}.mjs`;
  const compiler = rspack({
    mode: 'production',
    target: 'node20',
    context: root,
    devtool: false,
    entry,
    output: { path: written, filename: file, module: true, chunkFormat: 'module', library: { type: 'module' } },
    module: {
      // What the page loads later is in the one file.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        },
      ],
    },
    plugins: [
      new rspack.DefinePlugin({
        'import.meta.env': '({})',
        'process.env.SUBTITLE_TRANSLATOR_VERSION': JSON.stringify(version),
      }),
    ],
    optimization: { splitChunks: false, runtimeChunk: false, minimize: false, moduleIds: 'named' },
    performance: { hints: false },
  });
  const faults = [];
  compiler.hooks.finishMake.tap('out of place', ({ modules }) => {
    const names = [...modules].map((each) => each.identifier());
    faults.push(...names.filter((each) => OUT_OF_PLACE.test(each)).map((each) => `Not for the terminal: ${each}`));
  });
  try {
    const stats = await promisify(compiler.run.bind(compiler))();
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    faults.push(...[...errors, ...warnings].map(({ message }) => message));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return [file, await withoutUnused(join(written, file))];
  } finally {
    await promisify(compiler.close.bind(compiler))();
    rmSync(written, { recursive: true });
  }
}

/** Names and lines stay: in a stack trace they are worth more than the bytes. */
async function withoutUnused(path) {
  const { code } = await swc.transform(readFileSync(path, 'utf8'), {
    ...{ configFile: false, swcrc: false, isModule: true },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'ecmascript' },
      minify: { compress: { sequences: false }, mangle: false, module: true, format: { comments: false } },
    },
  });
  const isProgram = path.endsWith('subtitle-translator.mjs');
  const bare = await withoutIndents(code.replace(/^#!.*\n/, ''));
  return isProgram ? `#!/usr/bin/env node\n${bare}` : bare;
}

/** Half of the bytes would be spaces, which Node reads at each start. Those in texts of several lines stay. */
async function withoutIndents(code) {
  const { body } = await swc.parse(code, { syntax: 'ecmascript', target: 'es2022' });
  const bytes = Buffer.from(code);
  const texts = spansOf('TemplateElement', body)
    .map(({ start, end }) => ({ start: start - body[0].span.start, end: end - body[0].span.start }))
    .toSorted((one, other) => one.start - other.start);
  const parts = [];
  let at = 0;
  for (const { start, end } of [...texts, { start: bytes.length, end: bytes.length }]) {
    parts.push(bytes.toString('utf8', at, start).replace(/\n +/g, '\n'), bytes.toString('utf8', start, end));
    at = end;
  }
  return parts.join('');
}

function spansOf(type, node, found = []) {
  if (node?.type === type) found.push(node.span);
  else if (node && typeof node === 'object') for (const inner of Object.values(node)) spansOf(type, inner, found);
  return found;
}

async function declare() {
  const written = mkdtempSync(join(tmpdir(), 'declarations-'));
  const compile = join(root, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    written,
    '--rootDir',
    'src',
  ];
  try {
    await promisify(execFile)(process.execPath, [compile, '-p', 'tsconfig.programs.json', ...options], { cwd: root });
    return wholeDeclarations(written, 'core.d.ts');
  } catch (error) {
    throw new Error(error.stdout || error.message);
  } finally {
    rmSync(written, { recursive: true });
  }
}
