import fc from 'fast-check';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import {
  begin,
  beginFor,
  createHarness,
  cutOff,
  failure,
  finished,
  inMs,
  replyOf,
  type SentRequest,
  storedAgain,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { progress } from '../engine/run-state.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { modelByName } from '../providers/models.ts';
import { NO_LANGUAGES_SAID } from '../settings/settings.ts';
import { canStop, EMPTY_WORK, isResultBehind, type SettingsInUse, type Work } from './film.ts';
import { untranslatedNumbers } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';
import type { Session } from './session.ts';
import { stepOf } from './steps.ts';

beforeEach(() => void vi.useFakeTimers());

const numbered = ({ numbers }: SentRequest, count: number) =>
  success(replyOf(numbers).replaceAll('PT', `Answer ${count}:`));
/** The number of the answer that the first batch has. */
const answerIn = (state: Work) => resultsOf(state)[0]?.[1].match(/Answer (\d+)/)?.[1];

describe('Undo and Redo in a session', () => {
  it('brings back what Restart removed, and sends nothing again', async () => {
    const { session, state, requests, pass } = await finished();
    const before = state();
    session.clear('all');
    expect(resultsOf(state())).toEqual([]);
    session.undo();
    expect(state()).toEqual({ ...before, past: [], future: [expect.anything()], moved: expect.anything() });
    session.redo();
    expect(resultsOf(state())).toEqual([]);
    session.undo();
    expect(resultsOf(state())).toEqual(resultsOf(before));
    await pass(10_000);
    expect(requests).toHaveLength(2);
  });

  it('[D18.30] takes back an edit below a change of the prompt while a failed batch is sent again with that prompt', async () => {
    const { session, state, requests, pass } = await finished(40, {
      answer: ({ numbers }) => (numbers.includes(40) ? inMs(1_000, failure('bad-request')) : success(replyOf(numbers))),
    });
    const [edited] = [{ number: 2, text: 'Mine' }];
    session.changeLines([edited], 'changing a line');
    session.notePrompt({ text: 'before', follows: true, said: NO_LANGUAGES_SAID }, 'English → German');
    expect(state().past.map(({ command }) => command)).toEqual(['change-lines', 'change-prompt']);
    const sent = requests.length;
    session.translateAgain('failed');
    await pass(100);
    expect(requests.length).toBe(sent + 1);
    session.undo();
    expect(state().past).toEqual([]);
    expect(canStop(state())).toBe(true);
  });

  it('keeps only the reading of the same film when Undo brings a film back, and aborts other requests', async () => {
    const { session, state, requests, pass } = await finished(40, {
      answer: ({ reading, numbers }, count) =>
        reading ? inMs(60_000, success('{}')) : success(replyOf(numbers).replaceAll('PT', `Answer ${count}:`)),
    });
    expect(answerIn(state())).toBe('1');
    session.openSource(sampleSrt(40), []);
    session.readFilm([['Фраза 1']], { from: 'Russian', into: 'Portuguese' }, undefined, undefined);
    void session.translate();
    await pass(500);
    expect(progress(state()).loading).toBe(2);
    session.undo();
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false, false, true, true]);
    await pass(5_000);
    expect(answerIn(state())).toBe('1');
    expect(state().reading?.stage).toBe('loading');
  });

  it('keeps a paid suggestion that came after translations were moved, when the move is undone', async () => {
    const { session, state, pass } = await finished(40, {
      answer: ({ suggestion, numbers }) => success(replyOf(numbers).replaceAll('PT', suggestion ? 'New' : 'PT')),
    });
    session.moveTranslations(18, 1);
    session.ask(planSuggestions(state(), [20], { kind: 'again' }));
    await pass(5_000);
    const texts = () => state().suggestions[20]?.map(({ text }) => text);
    expect(texts()).toEqual(['PT 20', 'New 20']);
    session.undo();
    expect(texts()).toEqual(['New 20']);
  });

  it('[D6.4] keeps the new answer for Redo when Translate again is undone', async () => {
    const { session, state, pass } = await beginFor(5_000, 40, {
      answer: ({ numbers }, count) => success(replyOf(numbers).replaceAll('PT', count > 2 ? 'New' : 'PT')),
    });
    session.translateAgain(0);
    await pass(5_000);
    expect(resultsOf(state())[0]?.[1]).toContain('New 1');
    session.undo();
    expect(resultsOf(state())[0]?.[1]).toContain('PT 1');
    session.redo();
    const outputs = [resultsOf(state())[0]?.[1]];
    session.undo();
    outputs.push(resultsOf(state())[0]?.[1]);
    expect(outputs.join('\n')).toContain('New 1');
  });

  it('[D6.4] undoes Retry failed for all its batches at once', async () => {
    const { session, state, requests, pass } = await beginFor(60_000, 60, {
      answer: ({ numbers }) => success(numbers.includes(1) ? replyOf(numbers) : replyOf([...numbers, 99])),
    });
    const results = resultsOf(state());
    expect(results.map((slot) => slot?.[0] === '')).toEqual([true, false, false]);
    session.translateAgain('failed');
    await pass(100);
    session.undo();
    expect({ ...state(), results: resultsOf(state()) }).toMatchObject({ results, past: [] });
    expect(requests.slice(-2).map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it('[D6.4] undoes and redoes batches that were sent together at once', async () => {
    const { session, state, pass } = await beginFor(5_000, 40, {
      answer: ({ numbers }, count) => success(replyOf(numbers).replaceAll('PT', count > 2 ? 'New' : 'PT')),
    });
    const outputs = () => resultsOf(state()).map((slot) => slot?.[1].slice(0, 20));
    const before = outputs();
    session.translateAgain([0, 1]);
    await pass(5_000);
    const after = outputs();
    session.undo();
    expect(outputs()).toEqual(before);
    session.redo();
    expect(outputs()).toEqual(after);
    expect(after.join()).toMatch(/New.*New/s);
    session.undo();
    expect({ outputs: outputs(), past: state().past }).toEqual({ outputs: before, past: [] });
  });

  it('[D6.4] keeps the half of a batch that has come when a request in halves is undone', async () => {
    const { session, state, requests, pass } = await beginFor(5_000, 20, {
      answer: ({ numbers }, count) =>
        inMs(count === 3 ? 60_000 : 500, success(replyOf(numbers).replaceAll('PT', count === 1 ? 'PT' : 'New'))),
    });
    const results = resultsOf(state());
    session.translateAgain(0, { inHalves: true });
    await pass(5_000);
    session.undo();
    expect(resultsOf(state())).toEqual(results);
    session.redo();
    expect(resultsOf(state())[0]).toEqual(['Request was aborted.', expect.stringContaining('New 10')]);
    session.translateAgain(0);
    await pass(5_000);
    expect(requests.map(({ numbers }) => `${numbers[0]}+${numbers.length}`)).toEqual([
      '1+20',
      '1+10',
      '11+10',
      '11+10',
    ]);
    expect(resultsOf(state())[0]?.[1]).toMatch(/New 1".*New 20/s);
  });

  it('[D6.4] keeps a new answer that is being corrected when Translate again is undone', async () => {
    const { session, state, pass } = await beginFor(5_000, 20, {
      answer: ({ numbers, correction }, count) =>
        inMs(correction ? 60_000 : 500, success(replyOf(count === 1 ? numbers : numbers.slice(1)))),
    });
    const results = resultsOf(state());
    session.translateAgain(0);
    await pass(5_000);
    session.undo();
    expect(resultsOf(state())).toEqual(results);
    session.redo();
    expect(resultsOf(state())[0]?.[1]).toBe(replyOf(Array.from({ length: 19 }, (_, index) => index + 2)));
  });

  it.each([true, false])(
    '[D6.4] keeps no step for Redo if Translate again is undone before an answer (batch is OK: %s)',
    async (isOk) => {
      const { session, state, pass } = await beginFor(5_000, 20, {
        answer: ({ numbers }, count) =>
          inMs(count > (isOk ? 1 : 2) ? 60_000 : 500, success(replyOf(isOk ? numbers : numbers.slice(1)))),
      });
      session.changeLines([{ number: 2, text: 'mine' }]);
      const { past } = state();
      const results = resultsOf(state());
      session.translateAgain(0);
      await pass(100);
      session.undo();
      expect({ ...state(), results: resultsOf(state()) }).toMatchObject({ results, past });
    },
  );

  it('[D6.4] reaches all three answers of a batch with Undo and Redo, and sends nothing', async () => {
    const { session, state, requests, pass } = await beginFor(5_000, 20, { answer: numbered });
    for (let times = 0; times < 2; times++) {
      session.translateAgain(0);
      await pass(5_000);
    }
    const { undo, redo } = session;
    const answers = [undo, undo, undo, redo, redo, redo].map((move) => {
      move();
      return answerIn(state());
    });
    await pass(60_000);
    expect({ answers, sent: requests.length }).toEqual({ answers: ['2', '1', '1', '2', '3', '3'], sent: 3 });
  });

  it('[D6.4] keeps paid answers that were undone when a new command ends Redo', async () => {
    const { session, state, pass } = await beginFor(5_000, 20, { answer: numbered });
    session.markLines([2], { flagged: true });
    for (let times = 0; times < 2; times++) {
      session.translateAgain(0);
      await pass(5_000);
    }
    for (let times = 0; times < 2; times++) session.undo();
    session.markLines([1], { flagged: true });
    expect(state().future).toEqual([]);
    for (let times = 0; times < 2; times++) session.undo();
    expect({ answer: answerIn(state()), marks: state().marks }).toEqual({ answer: '1', marks: {} });
    const answers = [1, 2].map(() => {
      session.undo();
      return answerIn(state());
    });
    expect(new Set(answers)).toEqual(new Set(['2', '3']));
    for (let times = 0; times < 2; times++) session.redo();
    expect(answerIn(state())).toBe('1');
  });

  it('[D6.4] drops the undone step of filled gaps after a new command, because it cost nothing', async () => {
    const { session, state } = await beginFor(5_000, 20, {
      answer: ({ numbers }) => success(replyOf(numbers.slice(1))),
    });
    session.reviewOutput(0, 'fill');
    const filled = resultsOf(state());
    session.undo();
    session.redo();
    expect(resultsOf(state())).toEqual(filled);
    session.undo();
    session.markLines([2], { confirmed: true });
    expect(state().past.map(({ command }) => command)).toEqual(['change-lines']);
  });

  it('[D6.4] keeps each answer with its own film at Undo and Redo across two films', async () => {
    const { session, state, pass } = await beginFor(5_000, 40, { answer: numbered });
    const first = state();
    void session.replace({ ...first, fileName: 'Other.srt', sourceText: `${first.sourceText}\n`, past: [] });
    session.translateAgain(0);
    await pass(5_000);
    const seen = ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'].map((move) => {
      session[move as 'undo' | 'redo']();
      return `${state().fileName || 'first'}: ${answerIn(state())}`;
    });
    expect(seen).toEqual(['Other.srt: 1', 'first: 1', 'first: 1', 'Other.srt: 1', 'Other.srt: 3', 'Other.srt: 3']);
  });

  it('[D6.4] keeps both texts of a batch in an earlier film, even over a reload', async () => {
    const { session, state, pass } = await beginFor(5_000, 40, { answer: numbered });
    const first = state();
    void session.replace({ ...first, fileName: 'E02.srt', sourceText: `${first.sourceText}\n`, past: [] });
    session.translateAgain(0);
    await pass(5_000);
    session.undo();
    expect(storedAgain(state()).past.map(({ command }) => command)).toEqual(['open-project', 'translate-again']);
    session.undo();
    expect(storedAgain(state()).past.map(({ command }) => command)).toEqual(['translate-again', 'open-project']);
    void session.replace({ ...first, fileName: 'E03.srt', sourceText: `${first.sourceText}\n\n`, past: [] });
    const kept = JSON.stringify(state().past);
    for (const text of ['Answer 1:', 'Answer 3:']) expect(kept).toContain(text);
  });

  it('[S4.4] writes the first result when Undo of Translate again makes the last batch OK', async () => {
    const { session, state, pass } = await beginFor(1_000, 40, {
      answer: ({ numbers }, count) => inMs(count === 1 ? 500 : 3_000, success(replyOf(numbers))),
    });
    session.translateAgain(0);
    await pass(2_400);
    expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual([undefined, '']);
    session.undo();
    await session.writeResult();
    expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual(['', '']);
    expect(state().translated).toContain('PT 40');
  });

  it('waits for Resume when a Restart during a run is undone, because requests under way are paid for', async () => {
    const { session, state, requests, pass } = await beginFor(1_500, 60, { maxAtOnce: 1 });
    session.clear('all');
    session.undo();
    await pass(10_000);
    expect(requests).toHaveLength(2);
    expect(progress(state())).toMatchObject({ ok: 1, waiting: 2 });
    session.resume();
    await pass(10_000);
    expect(progress(state()).ok).toBe(3);
  });

  it.each(['was cleared', 'was replaced by another file'])('brings back an original that %s', (how) => {
    const { session, state } = createHarness();
    session.openSource(sampleSrt(3), [{ kind: 'encoding', name: 'windows-1251' }]);
    if (how === 'was cleared') session.clear('original');
    else session.openSource(sampleSrt(2), []);
    session.undo();
    expect(state().sourceText).toBe(sampleSrt(3));
    expect(state().notices).toEqual([{ kind: 'encoding', name: 'windows-1251' }]);
  });

  it('[D2.3] brings back the film that was started over after an empty file was refused', async () => {
    const { session, state, pass } = await finished();
    const { translated } = state();
    session.clear('all');
    session.openSource(' \n', [], 'empty.srt');
    await pass(0);
    expect(state().error).toContain('an empty file');
    session.undo();
    expect(state().translated).toBe(translated);
  });

  it.each(['original', 'all'] as const)(
    '[D1.22] brings back the finished film until the next Translate, even if Clear or Restart removed a film in between: %s',
    async (what) => {
      const { session, state } = await finished();
      const { translated } = state();
      session.openSource(sampleSrt(20), [], 'Next.srt');
      session.clear(what);
      session.openSource(sampleSrt(21), [], 'Third.srt');
      session.undo();
      expect(state().translated).toBe(translated);
      session.redo();
      expect(state().fileName).toBe('Third.srt');
    },
  );

  it('brings back the earlier result when Translate again or typing in the result is undone', async () => {
    let count = 0;
    const { session, state, pass } = await beginFor(5_000, 40, {
      answer: ({ numbers }) => success(replyOf(numbers).replaceAll('PT', `PT${++count > 2 ? ' anew' : ''}`)),
    });
    const before = state().translated;
    session.translateAgain(0);
    await pass(5_000);
    expect(state().translated).toContain('PT anew 1');
    session.undo();
    await session.writeResult();
    expect(state().translated).toBe(before);

    session.translateAgain(0);
    await pass(5_000);
    session.edit('result', 'mine');
    session.undo();
    expect(state()).toMatchObject({ ownResult: null });
    expect(state().translated).toContain('PT anew 1');
    session.redo();
    await session.writeResult();
    expect(state()).toMatchObject({ translated: 'mine', ownResult: {} });
  });

  it('writes a result with later changes of lines when Clear is undone', async () => {
    const { session, state } = await finished();
    session.clear('result');
    session.edit(0, replyOf(Array.from({ length: 20 }, (_, index) => index + 1)).replaceAll('PT', 'mended'));
    session.undo();
    await session.writeResult();
    expect(state().translated).toContain('mended 7');
  });

  it('[D14.4] restores the typed result that "Write the file again" replaced', async () => {
    const { session, state } = await finished();
    session.edit('result', 'mine');
    session.edit(0, resultsOf(state())[0]?.[1].replaceAll('PT', 'mended') ?? '');
    await session.writeResult({ again: true });
    expect(state().translated).toContain('mended 7');
    session.undo();
    await session.writeResult();
    expect(state().translated).toBe('mine');
    expect(isResultBehind(state())).toBe(true);
  });

  it('restores the original of each of two films that were mended', () => {
    const { session, state } = createHarness();
    session.openSource('film A', []);
    session.readSourceAs({ readAs: 'mended-srt', text: 'film A, mended' });
    session.readSourceAs({ readAs: 'mended-srt', text: 'film A, mended more' });
    session.edit('original', 'film B');
    session.readSourceAs({ readAs: 'mended-srt', text: 'film B, mended' });
    session.undo();
    expect(state().sourceText).toBe('film B');
    session.undo();
    expect(state().sourceText).toBe('film A');
  });

  it('brings back a batch whose gaps were filled', async () => {
    const { session, state } = await beginFor(5_000, 20, {
      answer: ({ numbers }) => success(replyOf(numbers.slice(1))),
    });
    const before = resultsOf(state())[0];
    session.reviewOutput(0, 'fill');
    expect(untranslatedNumbers(state(), 0)).toEqual([1]);
    expect(resultsOf(state())[0]?.[0]).toBe('');
    session.undo();
    expect(resultsOf(state())[0]).toBe(before);
    expect(untranslatedNumbers(state(), 0)).toEqual([]);
  });

  it('does not abort requests of other batches when one batch or the result is undone', async () => {
    const { session, state, requests, pass } = await finished(60);
    const expectOneInFlight = () => {
      expect(requests.at(-1)?.signal.aborted).toBe(false);
      expect(progress(state())).toMatchObject({ ok: 2, loading: 1 });
    };
    session.translateAgain(2);
    await pass(100);
    session.clear('result');
    session.undo();
    expectOneInFlight();
    session.stop({ batch: 2 });
    session.reviewOutput(0, 'fill');
    session.translateAgain('failed');
    await pass(100);
    session.undo();
    expectOneInFlight();
    await pass(10_000);
    expect(progress(state()).ok).toBe(3);
  });

  it('offers no Undo after a project was opened on an empty page', () => {
    const { session, state } = createHarness();
    void session.replace({ ...EMPTY_WORK, sourceText: sampleSrt(1) });
    expect(state().past).toEqual([]);
  });

  it.each(['assemble', 'clear'] as const)(
    'keeps text typed after a step on the result when the step is undone: %s',
    async (how) => {
      const { session, state } = await finished();
      session.edit('result', 'first edits');
      if (how === 'clear') session.clear('result');
      await session.writeResult({ again: true });
      session.edit('result', 'an hour of work');
      session.undo();
      session.undo();
      expect(state().translated).toBe('first edits');
      session.redo();
      session.redo();
      expect(state().translated).toBe('an hour of work');
    },
  );

  it('undoes older steps after a project is undone, and redoes them', async () => {
    let inUse: SettingsInUse = { prompt: 'mine', model: modelByName('gpt-5.4-mini') };
    const { session, state, pass } = await finished(40, {
      settingsOfSteps: { inUse: () => inUse, bringBack: () => {} },
    });
    session.edit(0, (resultsOf(state())[0]?.[1] ?? '').replaceAll('PT', 'mine'));
    session.translateAgain(0);
    await pass(5_000);
    void session.replace({ ...EMPTY_WORK, sourceText: 'other' });
    inUse = { prompt: 'of the project', model: modelByName('gpt-4o') };
    session.undo();
    expect(resultsOf(state())).toHaveLength(2);
    session.undo();
    expect(resultsOf(state())[0]?.[1]).toContain('mine 1');
    expect(state().past).toEqual([]);
    session.redo();
    expect(resultsOf(state())[0]?.[1], 'the answer of this film comes before the other film').toContain('PT 1');
    expect(state().future.at(-1)?.film).toMatchObject({
      settings: { prompt: 'of the project', model: modelByName('gpt-4o') },
    });
    session.redo();
    expect(state().sourceText).toBe('other');
  });

  it('leaves no batch waiting after Undo in a run that has ended', async () => {
    let isMended = false;
    const { session, state, pass } = await beginFor(60_000, 200, {
      answer: ({ numbers }) => inMs(100, success(isMended ? replyOf(numbers) : 'I cannot do that.')),
    });
    isMended = true;
    session.translateAgain(0);
    await pass(10_000);
    session.resume();
    await pass(60_000);
    session.undo();
    await pass(60_000);
    expect(canStop(state())).toBe(false);
  });

  it('waits for Resume when a Restart during an outage is undone', async () => {
    const { session, state, requests, pass } = await beginFor(5_000, 60, {
      answer: () => inMs(100, failure('server')),
    });
    session.clear('all');
    session.undo();
    expect(state().paused).toEqual({ reason: 'person' });
    const spent = requests.length;
    await pass(3_600_000);
    expect(requests).toHaveLength(spent);
  });

  it('undoes steps from the newest on, back to the film before the present one', async () => {
    const { session, state } = await finished();
    session.clear('result');
    session.clear('all');
    session.undo();
    expect(state().translated).toBe('');
    session.undo();
    expect(state().translated).toContain('PT 1');
    session.clear('all');
    session.openSource(sampleSrt(2), []);
    session.undo();
    expect(state().sourceText).toBe(sampleSrt(40));
    expect(resultsOf(state())).toHaveLength(2);
  });
});

describe('[D1.22] a film in an undo step', () => {
  const FILM = sampleSrt(40);
  const NEXT = `${sampleSrt(20)}\n99\n00:10:00,000 --> 00:10:01,000\nThe next film.\n`;
  const model = modelByName('gpt-5.4-mini');

  it.each<[string, (session: Session) => void]>([
    ['the next film was opened over it', (session) => session.openSource(NEXT, [], 'E02.srt')],
    [
      'it was started over and the next film was opened',
      (session) => {
        session.clear('all');
        session.openSource(NEXT, [], 'E02.srt');
      },
    ],
  ])('brings a film back with its prompt and its own steps, even after the next Translate, if %s', async (_, leave) => {
    const [russian, english] = ['from Russian', 'from English'].map((prompt) => ({ prompt, model }));
    let inUse: SettingsInUse = { ...russian, prompt: 'from Russian', model, follows: true };
    const { session, state, pass } = await finished(40, {
      settingsOfSteps: {
        inUse: () => inUse,
        bringBack(settings) {
          inUse = settings;
        },
      },
    });
    session.changeLines([{ number: 1, text: 'mine' }]);
    leave(session);
    inUse = { prompt: english?.prompt ?? '', model, follows: true };
    void session.translate();
    await pass(5_000);
    expect(resultsOf(state())).toHaveLength(2);
    expect(state().sourceText).toBe(NEXT);
    session.changeLines([{ number: 1, text: 'of the next film' }]);
    session.undo();
    expect(state().sourceText).toBe(NEXT);
    session.undo();
    expect(state().sourceText).toBe(FILM);
    expect(inUse).toEqual({ ...russian, follows: true });
    expect(resultsOf(state())[0]?.[1]).toContain('mine');
    session.undo();
    expect(resultsOf(state())[0]?.[1]).toContain('PT 1');
    session.undo();
    expect(state().sourceText, 'there is nothing further back').toBe(FILM);
    for (let times = 0; times < 2; times++) session.redo();
    expect(state().sourceText).toBe(NEXT);
    expect(inUse).toEqual({ ...english, follows: true });
    session.redo();
    expect(resultsOf(state())[0]?.[1]).toContain('of the next film');
  });

  it('[D1.22] keeps the steps of a film that Undo brought back, below all others, after a new command', async () => {
    const { session, state, pass } = await finished(40);
    session.openSource(NEXT, [], 'E02.srt');
    void session.translate();
    await pass(5_000);
    session.undo();
    expect(state().sourceText).toBe(FILM);
    session.redo();
    session.changeLines([{ number: 1, text: 'first' }]);
    session.changeLines([{ number: 2, text: 'second' }]);
    for (let times = 0; times < 3; times++) session.undo();
    expect(state().sourceText).toBe(FILM);
    session.markLines([1], { flagged: true });
    for (let times = 0; times < 2; times++) session.undo();
    expect(state().fileName, 'no older step is left').toBe('E02.srt');
    for (let times = 0; times < 2; times++) session.undo();
    const [output] = resultsOf(state()).map((slot) => slot?.[1]);
    for (const text of ['first', 'second']) expect(output).toContain(text);
  });

  it('keeps only the newest two films for Undo when the next one begins', async () => {
    const { session, state, pass } = await finished(40);
    const openNext = async (number: number) => {
      session.openSource(NEXT.replaceAll('next', `${number}th`), [], `E${number}.srt`);
      void session.translate();
      await pass(5_000);
    };
    for (const number of [2, 3, 4]) await openNext(number);
    for (const expected of ['3th', '2th', '2th']) {
      session.undo();
      expect(state().sourceText).toContain(expected);
    }
    for (let times = 0; times < 2; times++) session.redo();
    expect(state().sourceText).toContain('4th');
  });
});

test('[D15.4] begins another film with the same file name without the earlier notes and options', async () => {
  const { session, state } = await finished(40);
  session.clear('all');
  session.openSource(sampleSrt(40), [], 'English.srt');
  const notes = { ...NO_NOTES, about: 'About the first film.' };
  session.changeNotes(notes);
  session.changeOptions({ context: 'window' });
  session.openSource('1\n00:09:00,000 --> 00:09:01,000\nAnother film.\n', [], 'English.srt');
  expect(state()).toMatchObject({ notes: NO_NOTES, options: {}, lastNotes: { film: 'English', notes } });
});

test('[D1.22] keeps the answers under way in the old film when a project is opened during a run', async () => {
  const { session, state, requests, pass } = await beginFor(500, 60, {
    answer: ({ numbers }) => inMs(2_000, success(replyOf(numbers))),
  });
  const opened = session.replace({ ...EMPTY_WORK, sourceText: sampleSrt(3) });
  expect(state().sourceText).toBe(sampleSrt(60));
  await pass(5_000);
  await opened;
  expect(state().sourceText).toBe(sampleSrt(3));
  session.undo();
  session.resume();
  await pass(5_000);
  expect(progress(state())).toMatchObject({ ok: 3 });
  expect(requests).toHaveLength(3);
});

test('[D15.4] restores the film’s notes when Undo takes back opening an empty project', async () => {
  const { session, state } = await finished(40);
  const notes = { ...NO_NOTES, about: 'About the film.' };
  session.changeNotes(notes);
  void session.replace(EMPTY_WORK);
  session.undo();
  expect(state()).toMatchObject({ notes, sourceText: sampleSrt(40) });
});

/** What a person can do with one of three batches, or with all. */
const CLICKS: Readonly<Record<string, (session: Session, index: number) => void>> = {
  undo: (session) => session.undo(),
  redo: (session) => session.redo(),
  again: (session, index) => session.translateAgain(index),
  halves: (session, index) => session.translateAgain(index, { inHalves: true }),
  together: (session) => session.translateAgain([0, 1, 2]),
  'retry failed': (session) => session.translateAgain('failed'),
  edit: (session, index) => session.changeLines([{ number: 20 * index + 1, text: 'mine' }]),
  stop: (session) => session.stop(),
  'stop now': (session) => session.stop({ now: true }),
  resume: (session) => session.resume(),
};

test('[D6.4] loses no received text in any sequence of Undo, Redo and requests', async () => {
  const kinds = fc.array(fc.constantFrom('answer', 'half', 'refused'), { maxLength: 20 });
  const click = fc.tuple(
    fc.constantFrom('undo', ...Object.keys(CLICKS)),
    fc.nat(2),
    fc.integer({ min: 1, max: 2_000 }),
  );
  await fc.assert(
    fc.asyncProperty(kinds, fc.array(click, { maxLength: 20 }), async (ends, clicks) => {
      const come: string[] = [];
      const answer = ({ numbers, signal }: SentRequest, count: number) => {
        const end = ends[count] ?? 'answer';
        if (end === 'refused') return inMs(300, failure(end));
        const texts = numbers.slice(0, end === 'half' ? 10 : 20).map((number) => `"${number}":"${count}/${number}."`);
        const onArrival = () => void (signal.aborted || come.push(...texts.map((text) => text.split('"')[3] ?? '')));
        const outcome = end === 'half' ? cutOff(`{${texts},"99999":"cu`) : success(`{${texts}}`);
        return { afterMs: 700, onArrival, outcome };
      };
      const { session, state, pass } = begin(60, { answer });
      for (const [name, index, ms] of clicks) {
        CLICKS[name]?.(session, index);
        await pass(ms);
        const { batches, past, future, marks } = state();
        const kept = JSON.stringify([batches, past, future, marks]);
        expect(come.filter((text) => !kept.includes(text))).toEqual([]);
      }
      session.dispose();
    }),
    { numRuns: fuzzRuns(25) },
  );
});

it('restarts and restores a film with 100,000 undo steps', async () => {
  const { state: before } = await finished();
  const confirmed = Array.from({ length: 100_000 }, (_, index) => [{ number: (index % 40) + 1, marks: null }]);
  const past = confirmed.map((lines) => stepOf('change-lines', { words: 'Confirmed 1 line', lines }));
  const { session, state } = createHarness({ initial: { ...before(), past } });
  for (const setAside of [() => session.clear('all'), () => session.openSource(sampleSrt(20), [])]) {
    setAside();
    expect(resultsOf(state())).toEqual([]);
    session.undo();
    expect(resultsOf(state())).toEqual(resultsOf(before()));
    expect(state().past.at(-1)?.command).toBe('change-lines');
  }
});

describe('[D8.1] work that is given away', () => {
  it('changes and sends nothing after the work was given away', async () => {
    const { session, state, requests, pass } = await finished();
    const before = state();
    session.dispose();
    session.translateAgain(0);
    session.clear('all');
    session.clear('result');
    session.edit('result', 'x');
    session.edit(0, 'x');
    session.undo();
    session.showBatch(1);
    session.redo();
    await session.writeResult({ again: true });
    await pass(5_000);
    expect(requests).toHaveLength(2);
    expect(state()).toBe(before);
  });

  it('does not count tokens of an answer whose request was stopped after it came', async () => {
    const { session, state, pass } = await beginFor(500, 20, { answersLate: true });
    session.dispose();
    const before = state();
    await pass(5_000);
    expect(state()).toBe(before);
  });

  it('waits for the answers under way before the work is given away, keeps them and sends nothing more', async () => {
    const { session, state, requests, pass } = await beginFor(1_500, 60, { maxAtOnce: 1 });
    const finish = vi.fn();
    void session.finish(1_000, () => {}).then(finish);
    await pass(499);
    expect(finish).not.toHaveBeenCalled();
    await pass(1);
    expect(finish).toHaveBeenCalledOnce();
    session.dispose();
    await pass(5_000);
    expect(requests).toHaveLength(2);
    expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual(['', '', undefined]);
  });

  it('waits no longer than the given time before the work is given away, and then aborts the requests', async () => {
    const { session, requests, pass } = await beginFor(500, 20, {
      answer: () => ({ afterMs: 9_000, outcome: success('{}') }),
    });
    const finish = vi.fn();
    void session.finish(1_000, () => {}).then(finish);
    await pass(1_000);
    expect(finish).toHaveBeenCalledOnce();
    expect(requests[0]?.signal.aborted).toBe(false);
    session.dispose();
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it('gives the work away at once if nothing is under way', async () => {
    const { session, pass } = await finished();
    const finish = vi.fn();
    void session.finish(1_000, () => {}).then(finish);
    await pass(0);
    expect(finish).toHaveBeenCalledOnce();
  });
});

it('ignores the reply for a batch that Undo took back', async () => {
  const { session, inFlight, state, pass } = await beginFor(2_000, 20, {
    answersLate: true,
    answer: ({ numbers }, count) => success(replyOf(numbers).replaceAll('PT', `PT${count}`)),
  });
  session.translateAgain(0);
  await pass(500);
  session.undo();
  expect(inFlight.now, 'its reply is still to come').toBe(1);
  await pass(5_000);
  expect(inFlight.now).toBe(0);
  expect(resultsOf(state())[0]?.[1]).toContain('PT1 1');
});
