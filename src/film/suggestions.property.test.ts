import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { createHarness, failure, type SentRequest, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { withoutRunning } from './at-rest.ts';
import type { Work } from './film.ts';
import { lineOf } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';

fakeTimersAndConsole();

const LINES = 45;
const COMMANDS = [
  ...(['ask', 'ask-many', 'use', 'use-all', 'keep', 'stop-asking', 'edit', 'confirm', 'flag', 'dismiss'] as const),
  ...(['undo', 'redo', 'again', 'retry-failed', 'stop', 'stop-now', 'resume', 'offline', 'online', 'reload'] as const),
  ...(['json', 'validate', 'fill', 'format', 'clear'] as const),
  ...(['assemble', 'result', 'project', 'pass'] as const),
] as const;
type Command = (typeof COMMANDS)[number];

/** The first letter distinguishes suggestions from all other texts. */
const isSuggestion = (text: string | undefined): boolean => text?.startsWith('S') ?? false;

test('[D10.1] never puts a suggestion into a line except by Use, and never changes a line by asking', async () => {
  const step = fc.tuple(fc.constantFrom<Command>(...COMMANDS), fc.integer({ min: 1, max: LINES }), fc.nat(2_500));
  const answers = fc.array(fc.constantFrom('texts', 'texts', 'lacks', 'server', 'bad-key', 'prose'), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), answers, async (steps, kinds) => {
      let count = 0;
      const answer = ({ numbers, suggestion }: SentRequest) => {
        count++;
        const kind = suggestion ? (kinds[count % Math.max(1, kinds.length)] ?? 'texts') : 'texts';
        if (kind === 'server' || kind === 'bad-key') return failure(kind);
        if (kind === 'prose') return success('I cannot.');
        const known = kind === 'lacks' ? numbers.slice(1) : numbers;
        const textOf = (number: number) => (suggestion ? `S${count} ${number}` : `PT ${number}`);
        return success(JSON.stringify(Object.fromEntries(known.map((number) => [number, textOf(number)]))));
      };
      const open = (initial?: Work) => createHarness({ answer, ...(initial && { initial }) });
      let page = open();
      page.session.openSource(sampleSrt(LINES), []);
      await page.session.translate();
      await page.pass(10_000);
      const used = new Set<string>();
      const use = (numbers: readonly number[]) => {
        const uses = numbers.flatMap((number) => {
          const text = page.state().suggestions[number]?.at(-1)?.text;
          return text === undefined ? [] : [{ number, text }];
        });
        for (const { text } of uses) used.add(text);
        page.session.takeSuggestions(uses);
      };
      const commands: Record<Command, (number: number) => void> = {
        ask: (number) => page.session.ask(planSuggestions(page.state(), [number], { kind: 'again' })),
        'ask-many': (number) =>
          page.session.ask(
            planSuggestions(page.state(), [1, number, number + 1, LINES], { kind: 'shorter', most: { 1: 2 } }),
          ),
        use: (number) => use([number]),
        'use-all': () => use(Object.keys(page.state().suggestions).map(Number)),
        keep: (number) => page.session.keepLines([number]),
        'stop-asking': () => page.session.stop('suggestions'),
        edit: (number) => page.session.changeLines([{ number, text: `mine ${number}` }]),
        confirm: (number) => page.session.markLines([number], { confirmed: true }),
        flag: (number) => page.session.markLines([number], { flagged: true }),
        dismiss: (number) => page.session.markLines([number], { dismissed: 'too-fast' }),
        undo: () => page.session.undo(),
        redo: () => page.session.redo(),
        again: (number) => page.session.translateAgain(number % 3),
        'retry-failed': () => page.session.translateAgain('failed'),
        stop: () => page.session.stop(),
        'stop-now': () => page.session.stop({ now: true }),
        resume: () => page.session.resume(),
        offline: () => page.setOnline(false),
        online: () => page.setOnline(true),
        reload() {
          page.session.dispose();
          page = open(withoutRunning(page.state()));
        },
        json: (number) => page.session.edit(number % 3, '{"1":"mine"}'),
        validate: (number) => page.session.reviewOutput(number % 3, 'validate'),
        fill: (number) => page.session.reviewOutput(number % 3, 'fill'),
        format: (number) => page.session.reviewOutput(number % 3, 'format'),
        clear: () => page.session.clear('result'),
        assemble: () => void page.session.writeResult({ again: true }),
        result: () => page.session.edit('result', `${page.state().translated.replace(/PT 3\d/, 'typed')} `),
        project: () => page.session.replace({ ...withoutRunning(page.state()), past: [] }),
        pass: () => {},
      };
      for (const [name, number, ms] of steps) {
        const before = page.state();
        commands[name](number);
        const isAsking = name === 'ask' || name === 'ask-many' || name === 'keep' || name === 'stop-asking';
        if (isAsking)
          expect({ results: resultsOf(page.state()), translated: page.state().translated }).toEqual({
            results: resultsOf(before),
            translated: before.translated,
          });
        await page.pass(ms);
        for (let line = 1; line <= LINES; line++) {
          const text = lineOf(page.state(), line)?.translation;
          expect(!isSuggestion(text) || used.has(text ?? '')).toBe(true);
        }
        expect(/(^|\n)S\d/.test(page.state().translated) && used.size === 0).toBe(false);
      }
      page.session.dispose();
    }),
    { numRuns: fuzzRuns(15) },
  );
}, 600_000);
