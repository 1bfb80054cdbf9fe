import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPhrases, anyText } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import type { Phrase } from '../subtitles/document.ts';
import { fillGaps, formatReply, translationsOf, validateBatch } from './check-reply.ts';
import { findJson, readReply } from './read-reply.ts';

type Member = readonly [key: string, value: string];
type Mutation = (members: readonly Member[]) => readonly Member[];

const anyMember = fc.tuple(
  fc.oneof(
    fc.constantFrom(
      '1',
      '2',
      '01',
      ' 1',
      '1.0',
      '1e0',
      '-1',
      '',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '١',
    ),
    fc.nat(2100).map(String),
    fc.string(),
  ),
  fc.oneof(
    fc.constantFrom('""', '" "', 'null', '5', 'true', '[]', '["a"]', '{}', '{"a":"x"}', '{"a":"x","b":"y"}', '{"a":1}'),
    fc.constantFrom(
      '{"__proto__":"x"}',
      '{"__proto__":{"polluted":"x"}}',
      '{"a":"x","a":"y"}',
      '"0:0:1,0 --> 0:0:2,0"',
      '"x\\n\\ny"',
    ),
    fc.json(),
  ),
);
const anyPosition = fc.nat(20);

const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constant<Mutation>((members) => members.toReversed()),
  anyPosition.map(
    (at): Mutation =>
      (members) =>
        members.filter((_, index) => index !== at),
  ),
  anyPosition.map(
    (at): Mutation =>
      (members) => [...members, ...members.slice(at, at + 1)],
  ),
  fc.tuple(anyPosition, anyMember).map(
    ([at, member]): Mutation =>
      (members) =>
        members.toSpliced(at, 0, member),
  ),
  fc.tuple(anyPosition, anyMember).map(
    ([at, [key]]): Mutation =>
      (members) =>
        members.map((member, index) => (index === at ? [key, member[1]] : member)),
  ),
  fc.tuple(anyPosition, anyMember).map(
    ([at, [, value]]): Mutation =>
      (members) =>
        members.map((member, index) => (index === at ? [member[0], value] : member)),
  ),
  // All keys move by one, as after two phrases were merged.
  fc.constant<Mutation>((members) => members.map(([, value], index) => [members[index + 1]?.[0] ?? '0', value])),
);

/** A correct reply after up to three changes: its members, and its JSON with or without prose around it. */
const anyReply = fc
  .tuple(
    anyPhrases({ maxLength: 20 }),
    fc.array(anyText, { minLength: 20, maxLength: 20 }),
    fc.array(anyMutation, { maxLength: 3 }),
    fc.constantFrom(['', ''], ['```json\n', '\n```'], ['Here: ', '']),
  )
  .map(([phrases, texts, mutations, [before, after]]) => {
    const right = phrases.map(({ number }, index): Member => [String(number), JSON.stringify(texts[index])]);
    const members = mutations.reduce((changed, mutate) => mutate(changed), right as readonly Member[]);
    const json = `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`;
    return { phrases, members, reply: `${before}${json}${after}` };
  });

const keysOf = (phrases: readonly Phrase[]) => phrases.map(({ number }) => String(number));

function expectPrototypesUnchanged(before: string): void {
  expect(prototypes()).toBe(before);
}

const prototypes = () =>
  [Object.prototype, Array.prototype, String.prototype, Map.prototype]
    .map((prototype) => Object.getOwnPropertyNames(prototype).join())
    .join(';');

test('[D4.1] a reply is accepted only with exactly the keys of its phrases, each once, and prototypes stay as they are', () => {
  const before = prototypes();
  fc.assert(
    fc.property(anyReply, ({ phrases, members, reply }) => {
      const errors = validateBatch(phrases, reply);
      const keysAreRight =
        members
          .map(([key]) => key)
          .sort()
          .join() === keysOf(phrases).sort().join();
      if (!keysAreRight) expect(errors).not.toEqual([]);
      if (errors.length === 0) expect(translationsOf(phrases, reply).size).toBe(phrases.length);
      expectPrototypesUnchanged(before);
    }),
    { numRuns: fuzzRuns(1000) },
  );
});

test('a saved translation is what stands under its key and nowhere else', () => {
  fc.assert(
    fc.property(anyReply, ({ phrases, members, reply }) => {
      for (const [number, text] of translationsOf(phrases, reply)) {
        const values = members.filter(([key]) => key === String(number)).map(([, value]) => JSON.parse(value));
        expect(values).toHaveLength(1);
        expect(typeof values[0] === 'string' ? values : Object.values(values[0])).toEqual([text]);
      }
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('a damaged text is accepted only if it still is JSON with the right keys', () => {
  const anyDamage = fc.tuple(
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', '"', '\\', '{', '}', ',', ':', '1', '\n', '\u0000'),
  );
  fc.assert(
    fc.property(anyReply, anyDamage, ({ phrases, reply }, [at, removed, inserted]) => {
      const position = at % reply.length;
      const damaged = reply.slice(0, position) + inserted + reply.slice(position + removed);
      if (validateBatch(phrases, damaged).length > 0) return;
      expect(Object.keys(JSON.parse(findJson(damaged).json)).sort()).toEqual(keysOf(phrases).sort());
    }),
    { numRuns: fuzzRuns(500) },
  );
});

test('a batch whose gaps were filled validates and keeps what was valid', () => {
  fc.assert(
    fc.property(anyReply, fc.boolean(), ({ phrases, reply }, withTimings) => {
      const sources = withTimings
        ? phrases.map((phrase) => ({ ...phrase, text: `${phrase.time}\r${phrase.text}` }))
        : phrases;
      const { output: filled } = fillGaps(sources, reply);
      expect(validateBatch(sources, filled)).toEqual([]);
      expect(formatReply(filled)).toBe(filled);
      expect(translationsOf(sources, filled)).toEqual(
        new Map([...translationsOf(sources, filled), ...translationsOf(sources, reply)]),
      );
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('formatting changes no text, and what is formatted stays as it is', () => {
  fc.assert(
    fc.property(anyReply, ({ reply }) => {
      const before = readReply(reply);
      const formatted = formatReply(reply);
      if (before.problems.length === 0)
        expect(readReply(formatted)).toMatchObject({ problems: [], texts: before.texts });
      expect(formatReply(formatted)).toBe(formatted);
    }),
    { numRuns: fuzzRuns(300) },
  );
});
