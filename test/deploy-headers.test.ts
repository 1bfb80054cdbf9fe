import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import rsbuildConfig from '../rsbuild.config.ts';
import { startStaticServer } from '../scripts/static-server.mjs';

type Headers = Record<string, string>;

interface HeadersOfSite {
  everywhere: Headers;
  /** By path. A final `*` means all paths below. */
  byPath: Record<string, Headers>;
}

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const expected: HeadersOfSite = JSON.parse(read('headers.json'));

function pairs(text: string, pattern: RegExp): [string, string][] {
  return [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]);
}

test('the security policy in the headers is that of the page, and also forbids other sites to show the page in a frame', async () => {
  const config = await rsbuildConfig({ env: 'production', command: 'build', envMode: 'production' });
  const policyOfPage = /"http-equiv":"Content-Security-Policy","content":"([^"]+)"/.exec(
    JSON.stringify(config.html),
  )?.[1];
  expect(policyOfPage).toContain("default-src 'none'");
  expect(expected.everywhere['Content-Security-Policy']).toBe(`${policyOfPage}; frame-ancestors 'none'`);
});

test.each([
  [undefined, / https:\/\/openrouter\.ai .* http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*;/],
  ['', / https:\/\/generativelanguage\.googleapis\.com;/],
  [
    'https://openrouter.ai  https://llm.example.org',
    /googleapis\.com https:\/\/openrouter\.ai https:\/\/llm\.example\.org;/,
  ],
])('the build allows connections to the hosts in PUBLIC_ENDPOINT_HOSTS: %j', async (hosts, expectedPolicy) => {
  vi.stubEnv('PUBLIC_ENDPOINT_HOSTS', hosts);
  vi.resetModules();
  const { default: config } = await import('../rsbuild.config.ts');
  const built = await config({ env: 'production', command: 'build', envMode: 'production' });
  expect(JSON.stringify(built.html)).toMatch(expectedPolicy);
  expect(built.source?.define?.['import.meta.env.PUBLIC_ENDPOINT_HOSTS']).toBe(JSON.stringify(hosts) ?? 'undefined');
  vi.unstubAllEnvs();
});

test('the headers that a meta tag cannot set are there', () => {
  expect(expected.everywhere).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': expect.stringMatching(/^max-age=\d{8,}/),
    'Permissions-Policy': expect.stringContaining('camera=()'),
  });
  expect(expected.byPath['/sw.js']).toEqual({ 'Cache-Control': 'no-cache' });
  expect(expected.byPath['/static/*']?.['Cache-Control']).toContain('immutable');
});

/** Some hosts send the headers of a path also with "not found". Browsers would then cache that answer for a year. */
const { '/static/*': _, ...byPathOfSuchHosts } = expected.byPath;

test('_headers has the same headers, except for paths whose files may be missing', () => {
  const blocks = read('_headers').split(/\n(?=\/)/);
  const byPath = blocks
    .filter((block) => block.startsWith('/'))
    .map((block) => [block.split('\n', 1)[0], Object.fromEntries(pairs(block, /^ {2}([\w-]+): (.+)$/gm))]);
  expect(Object.fromEntries(byPath)).toEqual({ '/*': expected.everywhere, ...byPathOfSuchHosts });
});

test('vercel.json has the same headers, except for paths whose files may be missing', () => {
  const { headers }: { headers: { source: string; headers: { key: string; value: string }[] }[] } = JSON.parse(
    read('vercel.json'),
  );
  const byPath = headers.map(({ source, headers: list }) => [
    source.replace('(.*)', '*'),
    Object.fromEntries(list.map(({ key, value }) => [key, value])),
  ]);
  expect(Object.fromEntries(byPath)).toEqual({ '/*': expected.everywhere, ...byPathOfSuchHosts });
});

test('nginx.conf has the same headers', () => {
  const text = read('nginx.conf');
  expect(Object.fromEntries(pairs(text, /^ {2}add_header ([\w-]+) "([^"]+)" always;$/gm))).toEqual(expected.everywhere);
  expect(text).toContain('  add_header Cache-Control $cache_control;\n');
  const map = /^map \$uri \$cache_control \{\n([^}]*)\}/m.exec(text)?.[1] ?? '';
  const byPath = pairs(map, /^ {2}(\S+) "([^"]+)";$/gm).map(([path, value]) => [
    path.startsWith('~^') ? `${path.slice(2)}*` : path,
    { 'Cache-Control': value },
  ]);
  expect(Object.fromEntries(byPath)).toEqual(expected.byPath);
  // In nginx, a header in a location replaces all headers of the server.
  for (const [location] of text.matchAll(/^\s*location[^}]*\}/gm)) expect(location).not.toContain('add_header');
});

test('.htaccess has the same headers', () => {
  const text = read('.htaccess');
  expect(Object.fromEntries(pairs(text, /^Header always set ([\w-]+) "([^"]+)"$/gm))).toEqual(expected.everywhere);
  const [names, ofFiles] = /<FilesMatch "(.+)">\n {2}Header set Cache-Control "(.+)"\n/.exec(text)?.slice(1) ?? [];
  const [folder, ofFolder] = /<If ".* m#(.+)#">\n {2}Header set Cache-Control "(.+)"\n/.exec(text)?.slice(1) ?? [];
  for (const [path, headers] of Object.entries(expected.byPath)) {
    const file = path === '/' ? 'index.html' : path.slice(1);
    const value = path.startsWith(`${folder}`) ? ofFolder : new RegExp(`${names}`).test(file) && ofFiles;
    expect({ path, 'Cache-Control': value }).toEqual({ path, ...headers });
  }
});

test('the container serves dist/ with nginx.conf', () => {
  const text = read('Containerfile');
  // The container's user may not open ports below 1024. The run command at the beginning of the file maps this port.
  expect(read('nginx.conf')).toMatch(/^ {2}listen 8080;$/m);
  expect(text).toContain('-p 8080:8080 ');
  for (const [, source = ''] of text.matchAll(/^COPY (\S+) /gm)) {
    // What a build has written.
    if (!/^dist(?:-terminal)?\//.test(source))
      expect(existsSync(new URL(`../${source}`, import.meta.url)), source).toBe(true);
  }
  expect(text).toMatch(/^COPY deploy\/nginx\.conf \/etc\/nginx\/conf\.d\/default\.conf$/m);
  const root = /^ {2}root (.+);$/m.exec(read('nginx.conf'))?.[1];
  expect(text).toContain(`\nCOPY dist/ ${root}/\n`);
});

test('the image without a target is the page, and the Job calls the program where the other image has it', () => {
  const text = read('Containerfile');
  const stages = [...text.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
  expect(stages).toEqual(['terminal', 'page']);
  const program = /^COPY dist-terminal\/subtitle-translator\.mjs (\S+)$/m.exec(text)?.[1] ?? '';
  expect(text).toContain(`ENTRYPOINT ["node", "${program}"]`);
  expect(read('kubernetes-job.yaml')).toContain(`exec node ${program} `);
});

test('the project’s own server sends the same headers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headers-'));
  mkdirSync(join(folder, 'static'));
  for (const file of ['index.html', 'sw.js', 'static/index.js']) writeFileSync(join(folder, file), 'text');
  const server = await startStaticServer({ folder, headers: expected.everywhere });
  try {
    for (const [path, headers] of Object.entries(expected.byPath)) {
      const response = await fetch(new URL(path.replace('/*', '/index.js').slice(1), server.url));
      expect(response.status).toBe(200);
      const wanted = { ...expected.everywhere, ...headers };
      const received = Object.keys(wanted).map((name) => [name, response.headers.get(name)]);
      expect(Object.fromEntries(received)).toEqual(wanted);
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
