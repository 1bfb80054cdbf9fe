import { describe, expect, test } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  type Answer,
  createHarness,
  cutOff,
  failure,
  type HarnessOptions,
  inMs,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { stampOf } from '../lib/text.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import type { Wish } from '../translation/suggestions.ts';
import { lineState } from './judged-lines.ts';
import { lineOf, marksOf, stampOfLine } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';
import { totalUsage } from './shown-facts.ts';

fakeTimersAndConsole();

const AGAIN: Wish = { kind: 'again' };
const textsOf = (request: SentRequest, textOf: (number: number) => string = (number) => `S ${number}`): Answer =>
  success(JSON.stringify(Object.fromEntries(request.numbers.map((number) => [number, textOf(number)]))));

/** A film whose batches are answered as usual. `suggest`: the model's answer to a request for suggestions. */
function open(
  suggest: (request: SentRequest, count: number) => Answer = (request) => textsOf(request),
  options: HarnessOptions = {},
) {
  let asked = 0;
  const page = createHarness({
    ...options,
    answer: (request, count) =>
      request.suggestion
        ? suggest(request, ++asked)
        : (options.answer?.(request, count) ?? textsOf(request, (number) => `PT ${number}`)),
  });
  const { session, state } = page;
  const ask = (numbers: readonly number[], wish: Wish = AGAIN) => session.ask(planSuggestions(state(), numbers, wish));
  return {
    ...page,
    ask,
    /** Asks for suggestions and lets this many milliseconds pass. */
    askAndWait: async (numbers: readonly number[], ms = 1_000) => {
      ask(numbers);
      await page.pass(ms);
    },
    asks: () => page.requests.filter(({ suggestion }) => suggestion),
    textOf: (number: number) => lineOf(state(), number)?.translation,
    stateOf: (number: number) => {
      const line = lineOf(state(), number);
      return line && lineState(state(), line, Math.floor((number - 1) / 20), marksOf(state(), line));
    },
    suggestedFor: (number: number) => state().suggestions[number]?.map(({ text, failure: why }) => text ?? why?.kind),
  };
}

async function translated(...options: Parameters<typeof open>) {
  const page = open(...options);
  page.session.openSource(sampleSrt(45), []);
  page.session.translate();
  await page.pass(10_000);
  return page;
}

const inParts = (request: SentRequest) => [request.numbers.length, request.suggestion?.neighbours.length ?? 0] as const;

test('[D7.27] leaves out the neighbours of suggestions first if a request is too large, then asks in smaller and smaller parts', async () => {
  const { askAndWait, asks, suggestedFor } = await translated((request) =>
    inParts(request)[0] + inParts(request)[1] > 2
      ? failure('too-large', 'context size (600 tokens) exceeded')
      : textsOf(request),
  );
  await askAndWait([21, 22, 23, 24, 25, 26, 27, 28], 30_000);
  const [first, second, ...others] = asks().map(inParts);
  expect(first?.[1]).toBeGreaterThan(0);
  expect(second).toEqual([8, 0]);
  for (const [, neighbours] of others) expect(neighbours).toBe(0);
  expect([21, 22, 23, 24, 25, 26, 27, 28].map((number) => suggestedFor(number)?.at(-1))).toEqual(
    [21, 22, 23, 24, 25, 26, 27, 28].map((number) => `S ${number}`),
  );
});

test('[D9.30] asks for suggestions in smaller parts if the balance is too low for all at once', async () => {
  const { askAndWait, asks, suggestedFor, state } = await translated((request) =>
    request.numbers.length > 2 ? failure('too-dear', 'can only afford 90') : textsOf(request),
  );
  await askAndWait([21, 22, 23, 24, 25, 26, 27, 28], 30_000);
  expect(asks().map(({ numbers }) => numbers.length)).toEqual([8, 4, 4, 2, 2, 2, 2]);
  expect(suggestedFor(28)?.at(-1)).toBe('S 28');
  expect(state().paused).toBeNull();
});

describe('suggestions for lines of a translated film', () => {
  test('[D10.1][D10.2] shows a suggestion beside the line without changing the line, and counts its tokens', async () => {
    const { askAndWait, asks, textOf, suggestedFor, state } = await translated();
    const results = resultsOf(state());
    const before = totalUsage(state());
    await askAndWait([21]);
    expect(asks().map(({ numbers, contextNumbers }) => [numbers, contextNumbers])).toEqual([[[21], []]]);
    expect(asks()[0]?.suggestion?.neighbours.map(({ number, translation }) => [number, translation])).toEqual(
      [18, 19, 20, 22, 23, 24].map((number) => [number, `PT ${number}`]),
    );
    expect(suggestedFor(21)).toEqual(['S 21']);
    expect(textOf(21)).toBe('PT 21');
    expect(state().suggestionRequests).toEqual([]);
    expect(resultsOf(state())).toEqual(results);
    expect(totalUsage(state())).toEqual({ input: before.input + 100, output: before.output + 40, reasoning: 0 });
  });

  test('[D4.5] accepts a suggestion with an object around it', async () => {
    const wrapped = ({ numbers }: SentRequest) => success(`{"translations": {"${numbers[0]}": "S"}}`);
    const { askAndWait, asks, suggestedFor } = await translated(wrapped);
    await askAndWait([21], 5_000);
    expect({ suggested: suggestedFor(21), asked: asks().length }).toEqual({ suggested: ['S'], asked: 1 });
  });

  test('accepts a suggestion if the model repeats the neighbouring lines', async () => {
    const beside = ({ numbers }: SentRequest) =>
      success(JSON.stringify(Object.fromEntries(numbers.flatMap((n) => [n - 1, n, n + 1]).map((n) => [n, `S ${n}`]))));
    const { askAndWait, asks, suggestedFor } = await translated(beside);
    await askAndWait([21], 5_000);
    expect({ suggested: suggestedFor(21), asked: asks().length }).toEqual({ suggested: ['S 21'], asked: 2 });
  });

  test.each([
    ['line', [21]],
    ['25 lines', Array.from({ length: 25 }, (_, index) => index + 1)],
  ])('[D7.21] sends a request for suggestions only once if it is asked for twice: %s', async (_, numbers) => {
    const { askAndWait, ask, asks, pass, suggestedFor } = await translated();
    ask(numbers);
    await askAndWait(numbers, 300);
    await askAndWait(numbers, 3_000);
    expect(asks().length).toEqual(Math.ceil(numbers.length / 20));
    expect(suggestedFor(21)).toEqual(['S 21']);
    ask([21], { kind: 'more-formal' });
    ask([21], { kind: 'more-casual' });
    await pass(3_000);
    expect(asks()).toHaveLength(Math.ceil(numbers.length / 20) + 2);
  });

  test('[D7.21] does not send a line again that is already requested beside another line', async () => {
    const { askAndWait, ask, asks } = await translated();
    ask([21, 22]);
    await askAndWait([21, 22, 23], 3_000);
    expect(asks().flatMap(({ numbers }) => numbers)).toEqual([21, 22, 23]);
  });

  test('[D7.21] does not send lines again that are already requested in parts', async () => {
    const { askAndWait, ask, asks, state } = await translated((request, count) =>
      count < 3 ? { outcome: success('prose') } : textsOf(request),
    );
    await askAndWait([1, 2, 3, 4], 2_500);
    expect(state().suggestionRequests.map(({ phrases }) => phrases.length)).toEqual([2, 2]);
    ask([1, 2, 3, 4]);
    await askAndWait([3], 3_000);
    expect(asks().map(({ numbers }) => numbers.length)).toEqual([4, 4, 2, 2]);
    ask([3]);
    expect(state().suggestionRequests).toHaveLength(1);
  });

  test('keeps at most three suggestions for a line, and sends earlier ones to the model', async () => {
    const { askAndWait, asks, suggestedFor } = await translated((request, count) =>
      textsOf(request, () => `S${count}`),
    );
    for (let count = 0; count < 4; count++) {
      await askAndWait([21]);
    }
    expect(suggestedFor(21)).toEqual(['S2', 'S3', 'S4']);
    expect(asks()[2]?.suggestion?.present[21]).toEqual(['PT 21', 'S1', 'S2']);
  });

  test('[D10.4] uses a suggestion as one undo step, makes the line new, and restores line and suggestion at Undo', async () => {
    const { askAndWait, session, state, textOf, stateOf, suggestedFor } = await translated();
    session.markLines([21], { confirmed: true });
    await askAndWait([21]);
    session.takeSuggestions([{ number: 21, text: 'S 21' }]);
    expect(textOf(21)).toBe('S 21');
    expect(stateOf(21)).toBe('new');
    expect(suggestedFor(21)).toBe(undefined);
    expect(state().past.at(-1)).toEqual(expect.objectContaining({ words: 'using the suggestion for line 21' }));
    session.undo();
    expect(textOf(21)).toBe('PT 21');
    expect(stateOf(21)).toBe('confirmed');
    expect(suggestedFor(21)).toEqual(['S 21']);
    session.redo();
    expect({ text: textOf(21), suggested: suggestedFor(21) }).toEqual({ text: 'S 21', suggested: undefined });
  });

  test('does not change a line or its marks if the used suggestion equals its text', async () => {
    const { askAndWait, session, stateOf, suggestedFor, state } = await translated((request) =>
      textsOf(request, (number) => `PT ${number}`),
    );
    session.markLines([21], { confirmed: true });
    const results = resultsOf(state());
    await askAndWait([21]);
    session.takeSuggestions([{ number: 21, text: 'PT 21' }]);
    expect({ state: stateOf(21), suggested: suggestedFor(21) }).toEqual({ state: 'confirmed', suggested: undefined });
    expect(resultsOf(state())).toBe(results);
  });

  test('[D10.4] uses suggestions for seven lines at once, as one undo step', async () => {
    const numbers = [1, 2, 19, 20, 21, 40, 45];
    const { askAndWait, asks, session, textOf, state } = await translated();
    await askAndWait(numbers);
    expect(asks().map((request) => request.numbers)).toEqual([numbers]);
    session.takeSuggestions(numbers.map((number) => ({ number, text: `S ${number}` })));
    expect(numbers.map(textOf)).toEqual(numbers.map((number) => `S ${number}`));
    session.undo();
    expect(numbers.map(textOf)).toEqual(numbers.map((number) => `PT ${number}`));
    expect(state().past).toEqual([]);
  });

  test('removes a suggestion that is not wanted, and Undo restores it', async () => {
    const { askAndWait, session, suggestedFor } = await translated();
    await askAndWait([21]);
    session.keepLines([21]);
    expect(suggestedFor(21)).toBeUndefined();
    session.undo();
    expect(suggestedFor(21)).toEqual(['S 21']);
  });

  test('stores with a suggestion the text for which it was asked, although the line has changed', async () => {
    const { ask, pass, session, state, textOf } = await translated();
    ask([21]);
    session.changeLines([{ number: 21, text: 'Mine' }]);
    await pass(1_000);
    expect(state().suggestions[21]).toMatchObject([{ of: stampOf('PT 21'), text: 'S 21' }]);
    expect({ text: textOf(21), stamp: stampOfLine(state(), 21) }).toEqual({ text: 'Mine', stamp: stampOf('Mine') });
  });

  const overtaken = async (late: TranslateOutcome) => {
    const page = await translated((request, count) =>
      count === 1 ? inMs(20_000, late) : textsOf(request, () => `new ${count}`),
    );
    await page.askAndWait([21], 100);
    page.session.changeLines([{ number: 21, text: 'Mine' }]);
    await page.askAndWait([21], 3_000);
    await page.askAndWait([21], 3_000);
    expect(page.suggestedFor(21)).toEqual(['new 2', 'new 3']);
    await page.pass(30_000);
    expect(page.state().suggestionRequests).toEqual([]);
    return page;
  };

  test('puts a late suggestion for an older text before newer ones', async () => {
    const { askAndWait, suggestedFor } = await overtaken(success('{"21":"late"}'));
    expect(suggestedFor(21)).toEqual(['late', 'new 2', 'new 3']);
    await askAndWait([21], 3_000);
    expect(suggestedFor(21)).toEqual(['new 2', 'new 3', 'new 4']);
  });

  test.each([
    ['equals a suggestion for the present text', success('{"21":"new 2"}')],
    ['fails', failure('refused')],
  ])('drops a late suggestion for an older text if it %s', async (_, late) => {
    expect((await overtaken(late)).suggestedFor(21)).toEqual(['new 2', 'new 3']);
  });

  test('shows a failed suggestion beside three others, and drops none of them', async () => {
    const { askAndWait, suggestedFor } = await translated((request, count) =>
      count === 4 ? failure('refused') : textsOf(request, () => `S${count}`),
    );
    for (let count = 0; count < 4; count++) {
      await askAndWait([21], 3_000);
    }
    expect(suggestedFor(21)).toEqual(['S1', 'S2', 'S3', 'refused']);
    await askAndWait([21], 3_000);
    expect(suggestedFor(21)).toEqual(['S2', 'S3', 'S5']);
  });

  const TWENTY = Array.from({ length: 20 }, (_, index) => index + 1);
  const unusable = success('{"99":"x"}');

  test.each<[string, Answer]>([
    ['has other keys', unusable],
    ['is no JSON', success('I am sorry.')],
  ])('[D7.22] asks once more in halves for twenty lines if their answer %s, even when corrected', async (_, bad) => {
    const { askAndWait, asks, suggestedFor, state } = await translated((request) =>
      request.numbers.length === 10 && request.numbers[0] === 1 ? textsOf(request) : bad,
    );
    await askAndWait(TWENTY, 30_000);
    expect(asks().map(({ numbers, correction }) => [numbers[0], numbers.length, correction !== undefined])).toEqual([
      [1, 20, false],
      [1, 20, true],
      [1, 10, false],
      [11, 10, false],
    ]);
    expect(TWENTY.map((number) => suggestedFor(number))).toEqual(
      TWENTY.map((number) => [number <= 10 ? `S ${number}` : 'differences']),
    );
    expect(state().suggestionRequests).toEqual([]);
  });

  test('[D7.22] asks again only for the lines that are missing if the reply was cut off by the length limit', async () => {
    const { askAndWait, asks, suggestedFor } = await translated((request, count) =>
      count === 1 ? cutOff('{"1":"S 1","2":"S 2","3":"S') : textsOf(request),
    );
    await askAndWait(TWENTY, 30_000);
    expect(asks().map(({ numbers }) => [numbers[0], numbers.length])).toEqual([
      [1, 20],
      [3, 9],
      [12, 9],
    ]);
    expect(TWENTY.map((number) => suggestedFor(number))).toEqual(TWENTY.map((number) => [`S ${number}`]));
  });

  test('[D7.22] does not ask in halves if the person stops between the calls', async () => {
    const { askAndWait, asks, pass, session, suggestedFor, state } = await translated(() => unusable);
    await askAndWait(TWENTY, 1_500);
    session.stop('suggestions');
    await pass(30_000);
    expect(asks().length).toBe(2);
    expect(suggestedFor(1)).toEqual(['cancelled']);
    expect(state().suggestionRequests).toEqual([]);
  });

  test('[D10.2] asks for more than twenty lines in several requests', async () => {
    const { ask, asks, pass, suggestedFor } = await translated();
    ask(Array.from({ length: 45 }, (_, index) => index + 1));
    await pass(5_000);
    expect(asks().map(({ numbers }) => numbers.length)).toEqual([20, 20, 5]);
    expect([1, 20, 21, 45].map(suggestedFor)).toEqual([['S 1'], ['S 20'], ['S 21'], ['S 45']]);
  });
});

describe('failures of a suggestion', () => {
  test('[D10.2] corrects a reply with differences once, and then shows the failure at its line', async () => {
    const { askAndWait, asks, pass, suggestedFor } = await translated((request, count) =>
      textsOf(request, (number) => (number === 22 && count < 3 ? '' : `S${count} ${number}`)),
    );
    await askAndWait([21, 22]);
    expect(suggestedFor(21)).toBeUndefined();
    await pass(1_000);
    expect(asks()[1]?.correction?.errors).toEqual(['Subtitle at key 22 is empty.']);
    expect(suggestedFor(21)).toEqual(['S2 21']);
    expect(suggestedFor(22)).toEqual(['differences']);
    expect(asks().length).toBe(2);
    await askAndWait([22]);
    expect(suggestedFor(22)).toEqual(['S3 22']);
  });

  test('[D10.2] asks once more with the character count if a shorter text was wished and is still too long', async () => {
    const { ask, asks, pass, suggestedFor } = await translated((request) => textsOf(request, () => 'quite long'));
    ask([21], { kind: 'shorter', most: { 21: 4 } });
    await pass(3_000);
    expect(asks().map(({ correction }) => correction?.errors)).toEqual([
      undefined,
      ['Line 21 has 10 characters, at most 4 are allowed.'],
    ]);
    expect(suggestedFor(21)).toEqual(['quite long']);
  });

  test.each(['bad-key', 'quota', 'bad-request', 'refused', 'server', 'connection', 'malformed'] as const)(
    'shows %s at the line, keeps the line’s text, and does not pause a finished run',
    async (kind) => {
      const { askAndWait, suggestedFor, textOf, state } = await translated(() => failure(kind));
      await askAndWait([21]);
      expect(suggestedFor(21)).toEqual([kind]);
      expect(textOf(21)).toBe('PT 21');
      expect(state().suggestionRequests).toEqual([]);
      expect(state().paused).toBe(null);
      expect(state().error).toBe('');
    },
  );

  test('fails only the requested lines after a bug', async () => {
    const { askAndWait, suggestedFor, state } = await translated(() => {
      throw new Error('a bug');
    });
    await askAndWait([21]);
    expect({ suggested: suggestedFor(21), paused: state().paused }).toEqual({ suggested: ['bug'], paused: null });
  });

  test('suggests the whole texts of a reply that was cut off', async () => {
    const { askAndWait, suggestedFor } = await translated(() => cutOff('{"21":"S 21","22":"S'));
    await askAndWait([21, 22]);
    expect([suggestedFor(21), suggestedFor(22)]).toEqual([['S 21'], ['cut-off']]);
  });

  test('[D12.9] suggests the whole texts of a reply that the provider broke off', async () => {
    const { askAndWait, suggestedFor } = await translated(() => ({
      ...failure('server'),
      text: '{"21":"S 21","22":"S',
    }));
    await askAndWait([21, 22]);
    expect([suggestedFor(21), suggestedFor(22)]).toEqual([['S 21'], ['server']]);
  });

  test('sends a suggestion again when a refusal for pace is over', async () => {
    const { askAndWait, suggestedFor, asks } = await translated((request, count) =>
      count === 1 ? failure('rate-limit', 'slow down', 2_000) : textsOf(request),
    );
    await askAndWait([21], 10_000);
    expect({ suggested: suggestedFor(21), asked: asks().length }).toEqual({ suggested: ['S 21'], asked: 2 });
  });

  test('sends a suggestion in its turn if it was held back because another request was refused for pace', async () => {
    const { askAndWait, asks, suggestedFor } = await translated((request, count) =>
      count === 1 ? inMs(0, failure('cancelled')) : textsOf(request),
    );
    await askAndWait([21], 10_000);
    expect({ asked: asks().length, suggested: suggestedFor(21) }).toEqual({ asked: 2, suggested: ['S 21'] });
  });

  test('[D10.3] sends no suggestion offline, and sends it when the connection is back', async () => {
    const { askAndWait, asks, pass, setOnline, suggestedFor, state } = await translated();
    setOnline(false);
    await askAndWait([21], 60_000);
    expect({ asked: asks().length, suggested: suggestedFor(21) }).toEqual({ asked: 0, suggested: undefined });
    setOnline(true);
    await pass(2_000);
    expect({ suggested: suggestedFor(21), paused: state().paused }).toEqual({ suggested: ['S 21'], paused: null });
  });

  test('ends suggestions at Stop, and says so at their lines', async () => {
    const { askAndWait, pass, session, suggestedFor, state, asks } = await translated();
    await askAndWait([21], 500);
    session.stop('suggestions');
    await pass(5_000);
    expect(suggestedFor(21)).toEqual(['cancelled']);
    expect(state().suggestionRequests).toEqual([]);
    expect(asks()[0]?.signal.aborted).toBe(true);
  });

  test('does not ask for a line whose batch is being translated', async () => {
    const { askAndWait, asks, session } = await translated();
    session.translateAgain(1);
    await askAndWait([1, 21], 500);
    expect(asks().map(({ numbers }) => numbers)).toEqual([[1]]);
  });
});

describe('suggestions during a run', () => {
  const running = async (suggest?: Parameters<typeof open>[0], options: HarnessOptions = {}) => {
    const page = open(suggest, { maxAtOnce: 1, ...options });
    page.session.openSource(sampleSrt(200), []);
    page.session.translate();
    await page.pass(1_500);
    return page;
  };

  test('[D10.3] sends a suggestion before the batches that wait', async () => {
    const { askAndWait, asks, requests, suggestedFor } = await running();
    await askAndWait([1], 2_600);
    expect(suggestedFor(1)).toEqual(['S 1']);
    expect(requests.indexOf(asks()[0] as SentRequest)).toBe(2);
  });

  test.each(['bad-request', 'refused', 'malformed', 'server'] as const)(
    '[D10.3] fails no batch after this failure of suggestions: %s',
    async (kind) => {
      const { askAndWait, state } = await running(() => failure(kind));
      for (const number of [1, 2, 3, 4]) await askAndWait([number], 60_000);
      expect(state().paused).toBe(null);
      expect(resultsOf(state()).every((slot) => slot?.[0] === '')).toBe(true);
    },
  );

  test('[D10.3] pauses the run if a suggestion shows that the key is refused', async () => {
    const { askAndWait, pass, state, requests, suggestedFor } = await running(() => failure('bad-key', 'no'));
    await askAndWait([1], 3_000);
    const sent = requests.length;
    await pass(30_000);
    expect(suggestedFor(1)).toEqual(['bad-key']);
    expect(state().paused).toEqual({ reason: 'failure', kind: 'bad-key', message: 'no' });
    expect(requests.length).toEqual(sent);
  });

  test('[D10.3] ends an outage when a suggestion is answered', async () => {
    let isDown = true;
    const { askAndWait, pass, state } = await running(undefined, {
      answer: (request, count) =>
        isDown && count > 1 ? failure('server') : textsOf(request, (number) => `PT ${number}`),
    });
    await pass(5_000);
    expect(state().paused?.reason).toBe('outage');
    isDown = false;
    await askAndWait([1], 1_100);
    expect(state().paused).toBeNull();
  });

  test.each([
    ['good', (request: SentRequest) => textsOf(request), 'S 1'],
    ['needs a correction', () => success('{"9":"x"}'), 'differences'],
    ['is a refusal for pace', () => failure('rate-limit'), 'cancelled'],
  ] as const)(
    '[D6.3] accepts a suggestion under way when the run is stopped, and sends nothing more (its answer %s)',
    async (_, suggest, found) => {
      const { askAndWait, ask, asks, pass, session, suggestedFor, state } = await running(suggest);
      ask([1]);
      await askAndWait([2], 700);
      expect(state().suggestionRequests.map(({ stage }) => stage)).toEqual(['loading', 'waiting']);
      session.stop();
      expect(suggestedFor(2)).toEqual(['cancelled']);
      expect(state().paused?.reason).toBe('person');
      await pass(60_000);
      expect(suggestedFor(1)).toEqual([found]);
      expect(asks().length).toBe(1);
      expect(state().suggestionRequests).toEqual([]);
    },
  );

  test('[D10.3] stops a suggestion with the run', async () => {
    const { askAndWait, pass, session, suggestedFor, state } = await running();
    await askAndWait([1], 100);
    session.stop();
    await pass(5_000);
    expect(suggestedFor(1)).toEqual(['cancelled']);
    expect(state().paused?.reason).toBe('person');
    await askAndWait([1], 2_000);
    expect(suggestedFor(1)).toEqual(['S 1']);
    expect(state().paused?.reason).toBe('person');
  });
});

describe('Translate again of a batch with suggestions', () => {
  const again = (options: { withConfirmed: boolean; withEdited?: boolean }) =>
    translated().then(async (page) => {
      page.session.markLines([21], { confirmed: true });
      page.session.changeLines([{ number: 22, text: 'Mine' }]);
      page.session.translateAgain(1, options);
      await page.pass(2_000);
      return { sent: page.requests.at(-1)?.numbers.slice(0, 3), texts: [21, 22].map(page.textOf), ...page };
    });

  test.each([
    [{ withConfirmed: false, withEdited: false }, [23, 24, 25], 'Mine'],
    [{ withConfirmed: true, withEdited: false }, [21, 23, 24], 'Mine'],
    [{ withConfirmed: false, withEdited: true }, [22, 23, 24], 'PT 22'],
    [{ withConfirmed: true, withEdited: true }, [21, 22, 23], 'PT 22'],
    [{ withConfirmed: false }, [23, 24, 25], 'Mine'],
  ])(
    '[D10.6] keeps the lines that the person wants to keep when a batch is translated again: %o',
    async (options, sent, text) => {
      const page = await again(options);
      expect({ sent: page.sent, texts: page.texts }).toEqual({ sent, texts: ['PT 21', text] });
    },
  );
});

test('[D10.4] does not replace a line by a suggestion if the line has changed since', async () => {
  const { askAndWait, session, textOf, state } = await translated();
  await askAndWait([5, 6], 5_000);
  const uses = [5, 6].map((number) => ({
    number,
    text: `S ${number}`,
    of: state().suggestions[number]?.[0]?.of ?? '',
  }));
  // A person has typed this text. The click on "Use all" took the focus from the line, which stored the text.
  session.changeLines([{ number: 5, text: 'Typed' }]);
  session.takeSuggestions(uses);
  expect([textOf(5), textOf(6)]).toEqual(['Typed', 'S 6']);
});

test('[D10.4] undoes only the use of a suggestion, and keeps suggestions that came later', async () => {
  const { askAndWait, session, ask, pass, textOf, suggestedFor } = await translated((request, count) =>
    textsOf(request, (number) => `S${count} ${number}`),
  );
  await askAndWait([5], 5_000);
  ask([5]);
  session.takeSuggestions([{ number: 5, text: 'S1 5' }]);
  await pass(5_000);
  session.undo();
  expect({ text: textOf(5), suggested: suggestedFor(5) }).toEqual({ text: 'PT 5', suggested: ['S1 5', 'S2 5'] });
  session.redo();
  expect({ text: textOf(5), suggested: suggestedFor(5) }).toEqual({ text: 'S1 5', suggested: ['S2 5'] });
  session.undo();
  expect(suggestedFor(5)).toEqual(['S1 5', 'S2 5']);
});
