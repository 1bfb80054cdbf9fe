import type { HtmlTag } from '@rsbuild/core';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { COMPATIBLE_HOSTS } from './src/providers/compatible-endpoints.ts';
import { PROVIDERS } from './src/providers/endpoints.ts';

const DEFAULT_CONTACT_URL = 'mailto:contact@example.com';

/** In place of the hosts of the tab "more": origins, spaces between them (deploy/README.md). */
const ENDPOINT_HOSTS = process.env.PUBLIC_ENDPOINT_HOSTS;

/** Where keys and subtitles may go, and nowhere else: the specified providers, and what the table of endpoints or the build names. */
const CONNECT_TO = [
  "'self'",
  ...Object.values(PROVIDERS).map(({ baseAddress }) => new URL(baseAddress).origin),
  ...(ENDPOINT_HOSTS?.split(/\s+/).filter(Boolean) ?? COMPATIBLE_HOSTS),
];

/** Stands in the built page alone: the development server's live reload needs what this forbids. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src ${CONNECT_TO.join(' ')}`,
  "manifest-src 'self'",
  "worker-src 'self'",
  // The film in the preview, which never leaves the page.
  'media-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app#chunks app#sw',
].join('; ');

const contentSecurityPolicyTag: HtmlTag = {
  tag: 'meta',
  attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
  head: true,
  // Before every script: a policy holds only for what comes after it.
  append: false,
};

export default defineConfig(({ env }) => ({
  plugins: [pluginReact()],
  source: {
    entry: { index: './src/main.ts' },
    define: {
      'import.meta.env.PUBLIC_CONTACT_URL': JSON.stringify(process.env.PUBLIC_CONTACT_URL || DEFAULT_CONTACT_URL),
      'import.meta.env.PUBLIC_ENDPOINT_HOSTS': JSON.stringify(ENDPOINT_HOSTS) ?? 'undefined',
    },
  },
  html: {
    template: './src/index.html',
    tags: env === 'production' ? [contentSecurityPolicyTag] : [],
  },
  output: {
    // Paths relative to the page: the build works from any folder of any host. With 'auto' the page would search for its own folder.
    assetPrefix: '',
    // Of names without a hash less is to be loaded. No two style modules have the same name: test/style-module-names.test.ts.
    cssModules: { localIdentName: '[name]-[local]' },
    // Lists open by the attribute popover, which Firefox has from 125 on.
    overrideBrowserslist: ['chrome >= 120', 'edge >= 120', 'firefox >= 125', 'safari >= 17', 'ios_saf >= 17'],
    sourceMap: false,
    // What one pass leaves to be shortened, the next ones shorten: 0.3 KB of the first load.
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 4 } } } },
  },
  // The first load has a hash for each chunk. The service worker, too, checks files by SHA-256.
  security: { sri: { enable: 'auto', algorithm: 'sha256' } },
  // Of the first load React alone is a chunk of its own: it stays the same when the page changes. The small packages come with the page's code.
  splitChunks: {
    // A worker is one script: a path of another chunk would be sought beside the worker's own.
    chunks: (chunk) => chunk.name !== 'film-worker' && !chunk.canBeInitial(),
    cacheGroups: {
      defaultVendors: false,
      react: { test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, name: 'lib-react', chunks: 'all' },
    },
  },
  // Not the port of npm start: its service worker would answer here with the built page.
  server: { host: '127.0.0.1', port: 3100 },
  tools: {
    rspack: {
      output: {
        // Specification, section 9. It is the bundler's default, said in the open because a test holds it.
        chunkLoadTimeout: 120_000,
        trustedTypes: { policyName: 'app#chunks' },
      },
      // Numbers, so that a chunk that is missing reads "Loading chunk 416 failed" (specification, section 8).
      // mangleExports: the shortest names that are free, 1 KB of the first load.
      optimization: { chunkIds: 'deterministic', mangleExports: 'size' },
    },
  },
}));
