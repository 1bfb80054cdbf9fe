import { beforeEach, describe, expect, it, vi } from 'vitest';
import { factsOf } from '../../test/batches.ts';
import {
  createHarness,
  failure,
  type HarnessOptions,
  readAgain,
  replyOf,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import { madeWithOtherNotes } from '../engine/notes-of-batch.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import type { Work } from './film.ts';
import { planSuggestions } from './plan-suggestions.ts';
import { linesWithNames } from './shown-facts.ts';

beforeEach(() => void vi.useFakeTimers());

const MADE_WITH = { prompt: 'p', model: { endpoint: 'openai', id: 'm' } } as const;
const NOTES: FilmNotes = { ...NO_NOTES, people: [{ name: 'Анна', translation: 'Ana', gender: 'female', note: '' }] };

/** A WebVTT film. Of each five cues, NURSE says the first and GUARD the second. */
const film = (count: number): string =>
  `WEBVTT\n\n${Array.from({ length: count }, (_, place) => {
    const second = String(place % 60).padStart(2, '0');
    const minute = String(Math.floor(place / 60)).padStart(2, '0');
    const voice = ['<v NURSE>', '<v.loud GUARD>', '', '', ''][place % 5];
    return `${minute}:${second}.000 --> ${minute}:${second}.900\n${voice}Phrase ${place + 1}`;
  }).join('\n\n')}\n`;

async function translated(notes: FilmNotes, options: HarnessOptions = {}) {
  const harness = createHarness({ madeWith: () => MADE_WITH, ...options });
  harness.session.openSource(film(40), [], 'Film 1.vtt');
  harness.session.changeNotes(notes);
  await harness.session.translate();
  await harness.pass(5_000);
  return harness;
}

const speakersOf = ({ notes }: SentRequest) => /^Speakers: .*$/m.exec(notes ?? '')?.[0];
const lastLine = ({ notes = '' }: SentRequest) => notes.split('\n').at(-1);
const spoken = (numbers: readonly number[]) => `Speakers: ${numbers.map((n) => `${n} ${NAME_OF(n)}`).join(', ')}`;
const NAME_OF = (number: number) => (number % 5 === 1 ? 'NURSE' : 'GUARD');

/** A reply in which these lines begin with the speaker's name. */
const named = (numbers: readonly number[], ...which: readonly number[]) =>
  JSON.stringify(Object.fromEntries(numbers.map((n) => [n, which.includes(n) ? `${NAME_OF(n)}: PT ${n}` : `PT ${n}`])));
const outputOf = (state: Work, index = 0) => JSON.parse(resultsOf(state)[index]?.[1] ?? '{}');
const without = (numbers: readonly number[]) => JSON.parse(replyOf(numbers));
const ALL = Array.from({ length: 20 }, (_, place) => place + 1);

describe('[D15.51] speakers in requests', () => {
  it('sends the speakers of the requested lines in the last line of the notes', async () => {
    const { requests } = await translated(NOTES);
    expect(requests.map(lastLine)).toEqual([
      spoken([1, 2, 6, 7, 11, 12, 16, 17]),
      spoken([21, 22, 26, 27, 31, 32, 36, 37]),
    ]);
  });

  it.each([
    ['without notes', NO_NOTES],
    ['if the person does not want it', { ...NOTES, tellsSpeakers: false }],
  ])('does not send speakers %s', async (_, notes) => {
    const { requests } = await translated(notes);
    expect(requests.map(speakersOf)).toEqual([undefined, undefined]);
  });

  it('sends only the speakers of the lines that are requested again', async () => {
    const { session, state, requests, pass } = await translated(NOTES);
    session.markLines([1, 2, 6, 7], { confirmed: true });
    session.translateAgain(0);
    await pass(5_000);
    expect(requests.at(-1)?.numbers).not.toContain(1);
    expect(requests.slice(-1).map(lastLine)).toEqual([spoken([11, 12, 16, 17])]);
    expect(madeWithOtherNotes(state())).toEqual([]);
    // The last request has a part in which no speaker is named.
    session.markLines([11, 12, 16, 17], { confirmed: true });
    session.translateAgain(0);
    await pass(5_000);
    expect(requests.slice(-1).map(lastLine)).toEqual(['Анна = Ana, female']);
    expect(madeWithOtherNotes(state())).toEqual([]);
  });

  it('sends with a suggestion the speakers of its lines, but not of their neighbours', async () => {
    const { session, state, requests, pass } = await translated(NOTES);
    session.ask(planSuggestions(state(), [7, 9], { kind: 'again' }));
    await pass(2_000);
    expect(requests.slice(-1).map(lastLine)).toEqual([spoken([7])]);
  });

  it('lists batches as made with other notes after a person stops sending speakers', async () => {
    const { session, state } = await translated(NOTES);
    session.changeNotes({ ...NOTES, tellsSpeakers: false });
    expect(madeWithOtherNotes(state())).toEqual([0, 1]);
    session.changeNotes(NOTES);
    expect(madeWithOtherNotes(state())).toEqual([]);
  });

  it('stores speakers with the phrases', async () => {
    const { state } = await translated(NOTES);
    const { phrases, notes, options } = readAgain({ ...state(), sourceText: '' });
    expect(phrases).toEqual(state().phrases);
    expect(phrases[0]).toEqual({
      number: 1,
      time: '00:00.000 --> 00:00.900',
      text: 'Phrase 1',
      speakers: ['NURSE'],
    });
    expect(madeWithOtherNotes({ ...state(), phrases, notes, options })).toEqual([]);
  });
});

describe('[D15.53] a name at the beginning of a reply', () => {
  it('removes a speaker’s name at the beginning of a line, and remembers the line', async () => {
    const { state } = await translated(NOTES, { answer: ({ numbers }) => success(named(numbers, 2, 6, 40)) });
    expect(outputOf(state())).toEqual(without(ALL));
    expect(factsOf(state()).map(({ namesTaken }) => namesTaken)).toEqual([[2, 6], [40]]);
    expect(factsOf(readAgain(state()))).toEqual(factsOf(state()));
  });

  it.each([
    ['without notes', NO_NOTES],
    ['if no speaker was sent', { ...NOTES, tellsSpeakers: false }],
  ])('keeps a speaker’s name at the beginning of a line %s', async (_, notes) => {
    const { state } = await translated(notes, { answer: ({ numbers }) => success(named(numbers, 2)) });
    expect(outputOf(state())[2]).toBe('GUARD: PT 2');
    expect(factsOf(state())[0]).not.toHaveProperty('namesTaken');
  });

  it('removes speakers’ names from parts of replies that were cut off or failed', async () => {
    const { state } = await translated(NOTES, {
      maxAtOnce: 1,
      answer: ({ numbers, correction }, count) => {
        if (count === 1) {
          const text = named(numbers.slice(0, 5), 1).replace('}', ',"6":"NUR');
          return { ok: false, failure: { kind: 'cut-off', message: 'Cut off.' }, text, usage: undefined };
        }
        const isSecond = numbers[0] === 21;
        return success(named(isSecond ? numbers.slice(1) : numbers, 7, isSecond && correction ? 22 : 0));
      },
    });
    expect(outputOf(state())).toEqual(without(ALL));
    expect(factsOf(state())[0]?.namesTaken).toEqual([1, 7]);
    expect(resultsOf(state())[1]?.[0]).not.toBe('');
    expect(outputOf(state(), 1)[22]).toBe('PT 22');
    expect(factsOf(state())[1]?.namesTaken).toEqual([22]);
  });

  it('remembers removed speakers’ names of lines that stay when their batch is translated again', async () => {
    const { session, state, pass } = await translated(NOTES, {
      answer: ({ numbers }, count) => success(named(numbers, ...(count <= 2 ? [2, 6] : [7]))),
    });
    session.markLines([2], { confirmed: true });
    session.translateAgain(0);
    await pass(5_000);
    expect(factsOf(state())[0]?.namesTaken).toEqual([2, 7]);
    expect(outputOf(state())).toEqual(without(ALL));
  });

  it('removes speakers’ names from the stored texts if the provider rejects the corrective pass', async () => {
    const { state } = await translated(NOTES, {
      answer: ({ numbers, correction }) =>
        correction ? failure('bad-request', 'No.') : success(named(numbers.slice(1), 2, 6)),
    });
    expect(resultsOf(state())[0]?.[0]).toBe('No.');
    expect(outputOf(state())).toEqual(without(ALL.slice(1)));
    expect(factsOf(state())[0]?.namesTaken).toEqual([2, 6]);
    // The corrective pass contains the model's own answer, with the name.
    expect(factsOf(state())[0]?.progress?.correcting?.answer).toContain('GUARD: PT 2');
  });

  it('remembers removed speakers’ names of a first answer that Retry completes', async () => {
    const { session, state, requests, pass } = await translated(NOTES, {
      maxAtOnce: 1,
      answer: ({ numbers }, count) => {
        if (count === 1) return success(named(numbers, 2).replace('PT 20', ''));
        return success(count === 2 ? named([2]) : named(numbers));
      },
    });
    session.translateAgain(0);
    await pass(5_000);
    expect(requests.at(-1)?.numbers).toEqual([20]);
    expect(outputOf(state())).toEqual(without(ALL));
    expect(factsOf(state())[0]?.namesTaken).toEqual([2]);
  });

  it('[D15.54] removes a speaker’s name from a suggestion, and marks the line that uses the suggestion', async () => {
    const { session, state, pass } = await translated(NOTES, {
      answer: ({ numbers, suggestion }) => success(suggestion ? '{"7":"GUARD: Outra"}' : replyOf(numbers)),
    });
    session.ask(planSuggestions(state(), [7], { kind: 'again' }));
    await pass(2_000);
    expect(state().suggestions[7]?.map(({ text }) => text)).toEqual(['Outra']);
    const reopened = createHarness({ initial: readAgain(state()) });
    reopened.session.takeSuggestions([{ number: 7, text: 'Outra' }]);
    expect(linesWithNames(reopened.state())).toBe('7');
    reopened.session.undo();
    expect(linesWithNames(reopened.state())).toBe('');
  });

  it('[D15.54] removes the mark of a speaker’s name when a suggestion without a name is used', async () => {
    const { session, state, pass } = await translated(NOTES, {
      answer: ({ numbers, suggestion }) => success(suggestion ? '{"2":"Outra"}' : named(numbers, 2, 6)),
    });
    session.ask(planSuggestions(state(), [2], { kind: 'again' }));
    await pass(2_000);
    session.takeSuggestions([{ number: 2, text: 'Outra' }]);
    expect(outputOf(state())[2]).toBe('Outra');
    expect(linesWithNames(state())).toBe('6');
    session.undo();
    expect(linesWithNames(state())).toBe('2,6');
    session.redo();
    expect(linesWithNames(state())).toBe('6');
  });
});
