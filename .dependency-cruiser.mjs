/**
 * Who may import what (docs/architecture.md), each rule with its reason. Tests may import whatever they test with, so
 * every rule is about the files that are shipped. Read by scripts/check-boundaries.mjs.
 */
const TESTS = '\\.test\\.tsx?$';

/** A folder may import itself, the named folders of ours, and any package but React (see react-only-in-the-page). */
const mayImport = (folder, allowed, comment) => ({
  name: `${folder}-imports-too-much`,
  comment,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: '^(src|test|e2e|bench|scripts)/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
});

/** The same for a folder inside ui/. */
const inPage = (folder, allowed, comment) => ({
  name: `ui-${folder}-imports-too-much`,
  comment,
  severity: 'error',
  from: { path: `^src/ui/${folder}/`, pathNot: TESTS },
  to: {
    path: '^src/ui/',
    pathNot: `^src/ui/(?:${[folder, ...allowed].map((name) => (name.endsWith('ts') ? `${name}$` : `${name}/`)).join('|')})`,
  },
});

export default {
  forbidden: [
    mayImport('lib', [], 'lib/ knows nothing of subtitles: it could be taken to another project as it is.'),
    mayImport(
      'languages',
      ['lib'],
      'languages/ is what is true of a language or a script by itself, whatever is written in it.',
    ),
    mayImport('subtitles', ['lib'], 'subtitles/ is the file format alone: pure, and true without any model.'),
    mayImport(
      'containers',
      ['lib', 'languages', 'subtitles'],
      'containers/ reads subtitles out of a video file, from bytes that it is given: pure, and true in any thread.',
    ),
    mayImport(
      'notes',
      ['lib', 'languages', 'subtitles'],
      'notes/ is what a person has noted of a film: pure, and true whatever is asked with it and judged by it.',
    ),
    mayImport(
      'translation',
      ['lib', 'languages', 'subtitles', 'notes'],
      'translation/ says what is sent and what is accepted. It must not know who answers: one rule for all providers.',
    ),
    mayImport(
      'review',
      ['lib', 'languages', 'subtitles', 'notes', 'translation'],
      'review/ judges lines: pure, and true whoever translated them and wherever they are shown.',
    ),
    mayImport(
      'prices',
      ['lib', 'languages', 'subtitles', 'notes', 'translation', 'review'],
      'prices/ says what texts and calls cost: pure, and true whoever sends them.',
    ),
    mayImport(
      'film-worker',
      [
        'lib',
        'languages',
        'subtitles',
        'containers',
        'notes',
        'translation',
        'review',
        'prices',
        'files',
        'film',
        'engine',
        'clock',
        'storage',
      ],
      'film-worker/ works over the film as plain functions; of film/ it knows the lines and the shapes.',
    ),
    {
      name: 'film-worker-reads-stored-films-in-its-thread-alone',
      comment: 'Its functions also serve programs, tests and a page without a worker, which have no database there.',
      severity: 'error',
      from: { path: '^src/film-worker/', pathNot: [TESTS, '^src/film-worker/worker\\.ts$'] },
      to: { path: '^src/storage/' },
    },
    {
      name: 'film-worker-knows-of-the-engine-only-batches',
      comment: 'Nothing is sent from there.',
      severity: 'error',
      from: { path: '^src/film-worker/', pathNot: TESTS },
      to: { path: '^src/engine/', pathNot: '^src/engine/batch\\.ts$' },
    },
    {
      name: 'film-worker-by-its-calls',
      comment:
        'The page knows the questions and asks them: what answers is a script of its own, and no part of the first load.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/film-worker/', '^src/core(?:/|\\.ts$)'] },
      to: { path: '^src/film-worker/', pathNot: '^src/film-worker/(calls|connect)\\.ts$' },
    },
    mayImport('clock', ['lib'], 'clock/ is time as the engine sees it; whoever waits imports it, it waits for no one.'),
    mayImport(
      'files',
      ['lib', 'containers', 'subtitles'],
      'files/ turns bytes into text and text into downloads, and knows a film by its bytes; what a text means is not its business.',
    ),
    mayImport(
      'providers',
      ['lib', 'languages', 'subtitles', 'notes', 'translation', 'clock'],
      'providers/ answers one request. Which batch it belongs to, and who waits for it, is the business of engine/.',
    ),
    mayImport(
      'settings',
      ['lib', 'languages', 'prices', 'providers', 'clock'],
      'settings/ holds what a person has chosen (model, keys, prompt, languages, prices), whether or not anything is being translated.',
    ),
    mayImport(
      'engine',
      ['lib', 'languages', 'subtitles', 'notes', 'translation', 'review', 'prices', 'providers', 'settings', 'clock'],
      'engine/ translates batches, and measures what comes for a line as review/ does. What a person does with them, and what is shown of them, is the business of film/ and ui/.',
    ),
    mayImport(
      'film',
      [
        'lib',
        'languages',
        'subtitles',
        'notes',
        'translation',
        'review',
        'prices',
        'providers',
        'settings',
        'engine',
        'film-worker',
        'clock',
      ],
      'film/ runs without a page and without storage: both follow its state, it waits for neither.',
    ),
    mayImport(
      'demo',
      ['lib', 'languages', 'subtitles', 'notes', 'translation', 'providers', 'settings', 'engine', 'film', 'clock'],
      'demo/ is a second root: the real engine over a provider inside the page. It has no storage, so it can touch no work.',
    ),
    mayImport(
      'core',
      [
        ...['lib', 'languages', 'subtitles', 'containers', 'notes', 'translation', 'review', 'prices', 'providers'],
        ...['settings', 'engine', 'film', 'film-worker', 'clock', 'files', 'storage'],
      ],
      'core/ is the parts of core.ts: what a program does with films, without a page and without storage.',
    ),
    {
      name: 'core-by-its-entry',
      comment: 'Programs import core.ts, and nothing behind it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/core(?:/|\\.ts$)'] },
      to: { path: '^src/core/' },
    },
    {
      name: 'terminal-imports-the-core-alone',
      comment: 'terminal/ is a program like any other that uses the core: what it needs of the rest, core.ts exports.',
      severity: 'error',
      from: { path: '^src/terminal/', pathNot: TESTS },
      to: { path: '^(src|test|e2e|bench|scripts)/', pathNot: '^src/(?:terminal/|core\\.ts$)' },
    },
    mayImport('tabs', ['lib'], 'tabs/ knows which tab may work, not what it works on.'),
    mayImport(
      'service-worker',
      [],
      'service-worker/ serves the built files without a network; it knows nothing of what they do.',
    ),
    mayImport(
      'storage',
      [
        'lib',
        'languages',
        'subtitles',
        'notes',
        'translation',
        'review',
        'prices',
        'providers',
        'engine',
        'film',
        'settings',
        'clock',
      ],
      'storage/ projects the state to keys and back. It knows the shapes, never the page.',
    ),
    mayImport(
      'ui',
      [
        'lib',
        'languages',
        'subtitles',
        'containers',
        'notes',
        'translation',
        'review',
        'prices',
        'providers',
        'settings',
        'engine',
        'film',
        'clock',
        'files',
        'film-worker',
      ],
      'A command goes in, a selector comes out; what is kept, and where, is none of the page’s business (not storage/).',
    ),
    inPage(
      'kit',
      [],
      'kit/ is buttons, boxes, focus and time to draw: it would serve another page as well, and knows no session.',
    ),
    inPage('words', [], 'words/ says things in words: no component, so that a text is found and tested by itself.'),
    inPage('editor', ['kit'], 'editor/ is a box for long texts; what stands in it is its user’s affair.'),
    inPage(
      'state',
      ['kit', 'run-part\\.ts'],
      'state/ is how a component reads the session and the settings, and gives commands. It names the part that is loaded with a film.',
    ),
    {
      name: 'run-part-is-loaded',
      comment: 'What imports the run part draws all of it into the first load.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/ui/state/parts\\.ts$' },
      to: { path: '^src/ui/run-part\\.ts$' },
    },
    inPage(
      'panels',
      ['kit', 'words', 'editor', 'state'],
      'A panel shows one part of the work, alone: it could stand in another order or on another page.',
    ),
    {
      name: 'panels-do-not-share',
      comment: 'A panel that leans on another breaks when that one changes; what two need is in kit, words or state.',
      severity: 'error',
      from: { path: '^src/ui/panels/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/ui/panels/', pathNot: '^src/ui/panels/$1/' },
    },
    {
      name: 'adapter-behind-its-loader',
      comment:
        'The adapters are one chunk, which is loaded when a provider is first used, and a provider is added in one place: ' +
        'so an adapter is imported by providers/create-providers.ts alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/providers/create-providers\\.ts$', '^src/providers/adapters/'] },
      to: { path: '^src/providers/adapters/' },
    },
    {
      name: 'adapters-do-not-share',
      comment: 'An adapter that leans on another breaks when that one follows its own provider.',
      severity: 'error',
      from: { path: '^src/providers/adapters/(openai|anthropic|google|compatible)\\.ts$' },
      to: { path: '^src/providers/adapters/(openai|anthropic|google|compatible)\\.ts$' },
    },
    {
      name: 'react-only-in-the-page',
      comment: 'The engine runs without React: in tests, in a measurement, in another page.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/ui/', '^src/main\\.ts$'] },
      to: { path: '(^|/)node_modules/(react|react-dom)/' },
    },
    {
      name: 'main-is-the-root',
      comment: 'main.ts puts the parts together; a part that imports it would import everything.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'no-test-code-in-the-page',
      comment: 'What serves tests must not be shipped, nor what tests alone install.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: ['^(test|e2e|bench|scripts)/', TESTS] },
    },
    {
      name: 'no-development-packages-in-the-page',
      comment: 'A package that is shipped is a dependency: it is audited, and counted against the size limit.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '\\.d\\.ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-cycles',
      comment:
        'Of two files that import each other neither can be read first. The run part is loaded later, by those that show what is in it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^src/ui/run-part\\.ts$' } },
    },
    {
      name: 'not-found',
      comment: 'An import that cannot be followed is a rule that cannot be checked.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.module\\.css$|\\.css$' },
    // Type imports count too: a direction that holds for the values alone is no direction.
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
