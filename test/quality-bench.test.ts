import { afterEach, expect, test } from 'vitest';
import { type Fact, factsOf, judgeFacts, type Scene, textOf } from '../bench/quality/facts.ts';
import { measureQuality, SCENES } from '../bench/quality/quality.ts';
import { RunStopped, runScene, type SceneResult, VARIANTS } from '../bench/quality/run-scene.ts';
import { HUMAN_TRANSLATIONS } from './human-translations.ts';
import { type Call, failure, reply } from './stand-in-call.ts';
import { fetchInto } from './stand-in-fetch.ts';
import { type StandIn, startStandIn } from './stand-in-provider.ts';

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

/** The first alternative of a pattern, as words. */
const wordsOf = (pattern: string): string => (pattern.split('|')[0] ?? '').replaceAll('*', '').replaceAll('_', ' ');
const rightWords = (fact: Fact): string => wordsOf('group' in fact ? (fact.among[0] ?? '') : fact.right);
const wrongWords = (fact: Fact): string => wordsOf('group' in fact ? (fact.among[1] ?? '') : (fact.wrong ?? ''));

/** The stand-in's answer: the original in other letters, and the words that each fact requires. `wrong`: the facts to get wrong. */
function answerOf(scene: Scene, number: number, wrong: (fact: Fact) => boolean = () => false): string {
  const line = scene.lines[number - 1] ?? '';
  const other = textOf(line)
    .replace(/\p{N}/gu, '')
    .replace(/\p{L}/gu, (letter) => String.fromCodePoint(0x3b1 + ((letter.codePointAt(0) ?? 0) % 24)));
  const told = [...new Set(factsOf(line).map((fact) => (wrong(fact) ? wrongWords(fact) : rightWords(fact))))];
  return [other, ...told].join(' ');
}

const answersOf = (scene: Scene, wrong?: (fact: Fact) => boolean): ReadonlyMap<number, string> =>
  new Map(scene.lines.map((_, index) => [index + 1, answerOf(scene, index + 1, wrong)]));

const countOf = (facts: SceneResult['facts'], outcome: string) =>
  facts.filter((fact) => fact.outcome === outcome).length;

test.each(SCENES)('all facts of the scene "$name" can be right at the same time', (scene) => {
  const missed = judgeFacts(scene, answersOf(scene)).filter(({ outcome }) => outcome !== 'right');
  expect(missed.map(({ line, fact }) => [line, fact])).toEqual([]);
});

test.each(Object.entries(HUMAN_TRANSLATIONS))(
  'a human translation of the scene "%s" gets all facts right',
  (name, text) => {
    const scene = SCENES.find((one) => one.name === name);
    const lines = text.split('\n').map((line) => {
      const [, number, words = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
      return [Number(number), words.replaceAll('\\n', '\n')] as const;
    });
    expect(lines.map(([number]) => number)).toEqual(
      scene?.lines.flatMap((line, index) => (factsOf(line).length > 0 ? [index + 1] : [])),
    );
    const judged = scene ? judgeFacts(scene, new Map(lines)) : [];
    expect(judged.filter(({ outcome }) => outcome !== 'right')).toEqual([]);
  },
);

test.each(SCENES)('each fact of the scene "$name" can be wrong alone', (scene) => {
  const all = scene.lines.flatMap((line, index) => factsOf(line).map((fact) => ({ number: index + 1, fact })));
  const unseen = all.filter(({ number, fact }) => {
    const answers = new Map(answersOf(scene)).set(
      number,
      answerOf(scene, number, (other) => other === fact),
    );
    // If two lines disagree, nobody knows which of them is wrong.
    return judgeFacts(scene, answers).every(({ outcome }) => outcome === 'right');
  });
  expect(unseen).toEqual([]);
});

test.each(SCENES)('the scene "$name" has 60 to 120 lines and facts of all kinds', (scene) => {
  expect(scene.lines.length).toBeGreaterThanOrEqual(60);
  expect(scene.lines.length).toBeLessThanOrEqual(120);
  expect(new Set(scene.lines.flatMap(factsOf).map(({ kind }) => kind)).size).toBe(7);
});

test.each<readonly [what: string, fact: Fact, text: string, outcome: string]>([
  [
    'right for capitals in place of small letters',
    { kind: 'gender', right: 'cansada', wrong: 'cansado' },
    'CANSADA.',
    'right',
  ],
  [
    'open if the right word is only a part of a word',
    { kind: 'gender', right: 'cansada', wrong: 'cansado' },
    'Descansada.',
    'open',
  ],
  [
    'open if an accented letter follows the right letters',
    { kind: 'address', right: 'voc', wrong: 'tu' },
    'Você.',
    'open',
  ],
  ['right if * stands for other letters', { kind: 'term', right: 'mosc*' }, 'Moscas!', 'right'],
  [
    'right if a space is a line break in the text',
    { kind: 'term', right: 'sala_da_lanterna' },
    'Sala da\nlanterna',
    'right',
  ],
  [
    'wrong if the wrong word is there and the right one lacks its capital',
    { kind: 'address', right: 'Sie', wrong: 'du' },
    'Kennst du sie?',
    'wrong',
  ],
  ['open if the right word lacks its capital', { kind: 'address', right: 'Sie', wrong: 'du' }, 'Wo sind sie?', 'open'],
  ['wrong if the only right answer is missing', { kind: 'number', right: '142' }, 'Hundert Jahre.', 'wrong'],
  [
    'wrong if the right and the wrong word are there',
    { kind: 'address', right: 'tu', wrong: 'você' },
    'Tu e você.',
    'wrong',
  ],
])('judges a fact as %s', (_, fact, text, outcome) => {
  const scene = { ...SCENES[0], lines: [['', fact]] } as Scene;
  expect(judgeFacts(scene, new Map([[1, text]]))).toEqual([{ line: 1, fact, outcome }]);
});

const [LIGHTHOUSE] = SCENES;
const [AS_SPECIFIED, WITH_NOTES] = VARIANTS;

/** Plays the scene through the real session. The stand-in answers correctly, except for `change`. */
async function played(change: (texts: Record<string, string>, call: Call) => void, variant = AS_SPECIFIED) {
  if (!LIGHTHOUSE || !variant) throw new Error('There is no scene, or no variant.');
  standIn = await startStandIn();
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    const texts = Object.fromEntries(
      Object.keys(call.phrases).map((number) => [number, answerOf(LIGHTHOUSE, Number(number))]),
    );
    change(texts, call);
    return reply(JSON.stringify(texts), { usage: { input: 1_000, output: 200, reasoning: 0 } });
  });
  const model = { endpoint: 'openai', id: 'gpt-4o-mini' } as const;
  const result = await runScene(LIGHTHOUSE, variant, { model, key: 'test-key', fetch: fetchInto(standIn.origin) });
  return { ...result, calls: standIn.calls.filter(({ kind }) => kind === 'translate') };
}

test('a run without faults gets all facts right, has no empty or shifted lines, and states its tokens and their price', async () => {
  const { facts, lines, slides, empty, tokens, cost, characters, shownSeconds } = await played(() => {});
  expect([countOf(facts, 'right'), lines, slides, empty]).toEqual([facts.length, 66, 0, 0]);
  expect(tokens).toEqual({ input: 4_000, output: 800 });
  expect(cost).toBeCloseTo((4_000 * 0.15 + 800 * 0.6) / 1e6);
  expect(characters / shownSeconds).toBeGreaterThan(10);
});

test('each planted fault is counted in its own column', async () => {
  const { facts, slides, empty } = await played((texts) => {
    // A speaker's gender and a number are wrong, one line is empty, and the third batch is shifted by one line.
    if ('3' in texts) texts['3'] = 'Estou todo molhado.';
    if ('11' in texts) texts['11'] = 'Cento e doze.';
    if ('24' in texts) texts['24'] = '';
    if ('41' in texts) for (let number = 43; number <= 59; number++) texts[number] = texts[number + 1] ?? '';
  });
  const wrong = facts.filter(({ outcome }) => outcome !== 'right').map(({ line }) => line);
  expect(wrong.filter((line) => line < 43)).toEqual([3, 11, 24]);
  expect(wrong.some((line) => line > 43)).toBe(true);
  expect([slides, empty]).toEqual([1, 1]);
});

test('only the variant with notes sends notes', async () => {
  const sent = async (variant: typeof AS_SPECIFIED) => JSON.stringify((await played(() => {}, variant)).calls[0]?.body);
  expect(await sent(AS_SPECIFIED)).not.toContain('keeper of the lighthouse');
  await standIn?.close();
  expect(await sent(WITH_NOTES)).toContain('keeper of the lighthouse');
});

test('a refused key ends the run, and the command shows the provider’s words', async () => {
  standIn = await startStandIn({ isKeyValid: () => false });
  const model = { endpoint: 'openai', id: 'gpt-4o-mini' } as const;
  const asked = { model, key: 'test-key', fetch: fetchInto(standIn.origin) };
  if (!LIGHTHOUSE || !AS_SPECIFIED) throw new Error('There is no scene.');
  const run = runScene(LIGHTHOUSE, AS_SPECIFIED, asked);
  await expect(run).rejects.toThrow(RunStopped);
  await expect(run).rejects.toThrow('Incorrect API key provided');
});

async function command(args: readonly string[], env: Record<string, string> = {}) {
  const printed: string[] = [];
  const fetch = standIn && fetchInto(standIn.origin);
  const status = await measureQuality({ args, env, print: (line) => printed.push(line), ...(fetch && { fetch }) });
  return { status, text: printed.join('\n') };
}

test('without a key the command says how to get one', async () => {
  const { status, text } = await command(['--endpoint', 'google', '--model', 'gemini-3-flash']);
  expect(status).toBe(1);
  expect(text).toContain('https://aistudio.google.com/apikey');
  expect(text).toContain('GEMINI_API_KEY or GOOGLE_API_KEY');
});

test.each([[['--endpoint', 'nobody', '--model', 'm']], [['--oops']]])(
  'for the arguments %j the command shows its usage',
  async (args) => {
    const { status, text } = await command(args, { OPENAI_API_KEY: 'test-key' });
    expect([status, text.includes('npm run quality -- --endpoint ENDPOINT')]).toEqual([1, true]);
  },
);

test('the command prints a row for each variant and scene, the missed facts, and that the model refuses a schema', async () => {
  standIn = await startStandIn();
  const message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.";
  standIn.behave((call) =>
    JSON.stringify(call.body ?? '').includes('json_schema')
      ? failure(400, { message, param: 'response_format' })
      : undefined,
  );
  const args = ['--endpoint', 'openai', '--model', 'gpt-4o-mini', '--all-facts'];
  const { status, text } = await command(args, { OPENAI_API_KEY: 'test-key' });
  expect(status).toBe(0);
  for (const { name } of VARIANTS) expect(text).toContain(`| **${name}**`);
  for (const { name } of SCENES) expect(text.split(`| ${name} `)).toHaveLength(VARIANTS.length + 1);
  expect(text).toMatch(/\| facts right .*\n(.*\n)*\| number /);
  expect(text).toContain('The lighthouse, line 11, number wrong (142|cento_e_quarenta_e_dois)');
  expect(text).toContain('strict schema: the model takes no schema; its replies were asked for by JSON.');
});

test('an interrupted run prints its results so far and exits with 1', async () => {
  standIn = await startStandIn();
  let calls = 0;
  standIn.behave((call) => (call.kind === 'translate' && ++calls > 4 ? failure(429, { reason: 'quota' }) : undefined));
  const args = ['--endpoint', 'openai', '--model', 'gpt-4o-mini'];
  const { status, text } = await command(args, { OPENAI_API_KEY: 'test-key' });
  expect(status).toBe(1);
  expect(text).toContain('| The lighthouse');
  expect(text).toContain('Stopped: You exceeded your current quota');
});
