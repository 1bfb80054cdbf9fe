import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPhrases, anyText } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutControls } from '../subtitles/lines.ts';
import { fillGaps, formatReply, translationsOf, validateBatch } from './check-reply.ts';
import { findJson, readReply } from './read-reply.ts';

type Member = readonly [key: string, value: string];

const KEYS = [
  ...['1', '2', '01', ' 1', '1.0', '1e0', '-1', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '١'],
];
const VALUES = [
  ...['""', '" "', 'null', '5', 'true', '[]', '["a"]', '{}', '{"a":"x"}', '{"a":"x","b":"y"}', '{"a":1}', '"x\\n\\ny"'],
  ...['{"__proto__":"x"}', '{"__proto__":{"polluted":"x"}}', '{"a":"x","a":"y"}', '"0:0:1,0 --> 0:0:2,0"'],
];
const anyMember = fc.tuple(
  fc.oneof(fc.constantFrom(...KEYS), fc.nat(2100).map(String), fc.string()),
  fc.oneof(fc.constantFrom(...VALUES), fc.json()),
);

/** Mutations: each changes the members at a place, perhaps with another member. */
const MUTATIONS: readonly ((members: readonly Member[], at: number, other: Member) => readonly Member[])[] = [
  (members) => members.toReversed(),
  (members, at) => members.filter((_, index) => index !== at),
  (members, at) => [...members, ...members.slice(at, at + 1)],
  (members, at, other) => members.toSpliced(at, 0, other),
  (members, at, [key]) => members.map((member, index) => (index === at ? [key, member[1]] : member)),
  (members, at, [, value]) => members.map((member, index) => (index === at ? [member[0], value] : member)),
  // Shifts all keys by one, as a model does when it merges two phrases.
  (members) => members.map(([, value], index) => [members[index + 1]?.[0] ?? '0', value]),
];
const anyMutation = fc.tuple(fc.constantFrom(...MUTATIONS), fc.nat(20), anyMember).map(
  ([mutate, at, other]) =>
    (members: readonly Member[]) =>
      mutate(members, at, other),
);

/** A correct reply after up to three mutations, with or without words around its JSON. */
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

const prototypes = () =>
  [Object.prototype, Array.prototype, String.prototype, Map.prototype]
    .map((prototype) => Object.getOwnPropertyNames(prototype).join())
    .join(';');

test('[D4.1] accepts a reply only with exactly its phrases’ keys, and changes no prototypes', () => {
  const before = prototypes();
  fc.assert(
    fc.property(anyReply, ({ phrases, members, reply }) => {
      const errors = validateBatch(phrases, reply);
      const keys = members.map(([key]) => key).sort();
      if (keys.join() !== keysOf(phrases).sort().join()) expect(errors).not.toEqual([]);
      if (errors.length === 0) expect(translationsOf(phrases, reply).size).toBe(phrases.length);
      expect(prototypes()).toBe(before);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('saves only the text under the key of a phrase', () => {
  fc.assert(
    fc.property(anyReply, ({ phrases, members, reply }) => {
      for (const [number, text] of translationsOf(phrases, reply)) {
        const values = members.filter(([key]) => key === String(number)).map(([, value]) => JSON.parse(value));
        expect(values).toHaveLength(1);
        const [written] = typeof values[0] === 'string' ? values : Object.values(values[0]);
        expect(withoutControls(String(written))).toBe(text);
      }
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('accepts a damaged reply only as JSON with the right keys', () => {
  const anyInserted = fc.constantFrom('', '"', '\\', '{', '}', ',', ':', '1', '\n', '\u0000');
  const anyDamage = fc.tuple(fc.nat(), fc.nat(3), anyInserted);
  fc.assert(
    fc.property(anyReply, anyDamage, ({ phrases, reply }, [at, removed, inserted]) => {
      const position = at % reply.length;
      const damaged = reply.slice(0, position) + inserted + reply.slice(position + removed);
      if (validateBatch(phrases, damaged).length > 0) return;
      expect(Object.keys(JSON.parse(findJson(damaged).json)).sort()).toEqual(keysOf(phrases).sort());
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('a filled batch is valid and keeps valid texts', () => {
  fc.assert(
    fc.property(anyReply, fc.boolean(), ({ phrases, reply }, withTimings) => {
      const timed = phrases.map((phrase) => ({ ...phrase, text: `${phrase.time}\r${phrase.text}` }));
      const sources = withTimings ? timed : phrases;
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

test('formatting changes no text, and a second formatting changes nothing', () => {
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
