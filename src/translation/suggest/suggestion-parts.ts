import { assertNever } from '../../lib/assert-never.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import type { Neighbour, SuggestionFacts, Wish } from './wish.ts';

// All words of the program's own that a request for suggestions has beside those of a batch (../messages.ts).

const NEIGHBOURS_LABEL = 'context, not to be translated: [original, present translation]';

const CONTRACT_WITH_QUOTES =
  'Reply with one JSON object and nothing else. It has exactly the same keys as the phrases to translate; each value is an object with one key, the first words of the original line (at most three), and the translated text of the whole line as its value.';

/** The person's prompt unchanged, then the form of a reply that quotes the originals. */
export const instructionsWithQuotes = (prompt: string): string => `${prompt}\n\n${CONTRACT_WITH_QUOTES}`;

/** What stands before the phrases to translate: the neighbours, what is wished for, and the texts as they are. */
export function suggestionParts(facts: SuggestionFacts, phrases: readonly Phrase[]): readonly string[] {
  const { neighbours, present, wish } = facts;
  const texts = phrases.flatMap(({ number }) => (present[number] ? [[number, present[number]] as const] : []));
  return [
    ...(neighbours.length > 0 ? [neighboursJson(neighbours)] : []),
    [wishSentence(wish, phrases), ...(texts.length > 0 ? [presentWords(texts)] : [])].join('\n'),
  ];
}

// Written member by member: an object would order its keys by rules of its own.
const neighboursJson = (neighbours: readonly Neighbour[]): string =>
  `{${JSON.stringify(NEIGHBOURS_LABEL)}:{${neighbours
    .map(({ number, original, translation }) => `"${number}":${JSON.stringify([original, translation ?? ''])}`)
    .join(',')}}}`;

const presentWords = (texts: readonly (readonly [number: number, texts: readonly string[]])[]): string =>
  `How they are translated now: {${texts
    .map(([number, now]) => `"${number}":${JSON.stringify(now.length === 1 ? now[0] : now)}`)
    .join(',')}}`;

function wishSentence(wish: Wish, phrases: readonly Phrase[]): string {
  switch (wish.kind) {
    case 'again':
      return 'Translate these lines once more, in other words than now.';
    case 'more-formal':
      return 'Translate these lines more formally than now.';
    case 'more-casual':
      return 'Translate these lines more casually than now.';
    case 'more-literal':
      return 'Translate these lines more literally than now.';
    case 'shorter':
      return `Translate these lines shorter than now, with so many characters at most, spaces counted: ${byNumber(phrases, ({ number }) => wish.most[number]?.toString())}.`;
    case 'fix':
      return `Translate these lines anew, without what is wrong with them now: ${byNumber(phrases, ({ number }) => wish.problems[number]?.join(' '))}`;
    case 'told':
      return wish.words;
    default:
      return assertNever(wish);
  }
}

const byNumber = (phrases: readonly Phrase[], wordsOf: (phrase: Phrase) => string | undefined): string =>
  phrases
    .flatMap((phrase) => {
      const words = wordsOf(phrase);
      return words === undefined || words === '' ? [] : [`${phrase.number}: ${words}`];
    })
    .join('; ');
