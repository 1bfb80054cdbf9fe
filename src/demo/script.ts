import { SAMPLE_PHRASES } from './sample-source.ts';
import { SAMPLE_TRANSLATION } from './sample-translation.ts';

export interface ScriptedReply {
  readonly content: string;
  readonly finishReason: 'stop' | 'content_filter';
}

/** The replies of one run: takes source texts by number, as they were sent. */
export type Script = (texts: Readonly<Record<string, string>>) => ScriptedReply;

/** Replies that give each text's translation; an unknown text is returned as it is. */
export const translationScript =
  (translations: ReadonlyMap<string, string>): Script =>
  (texts) => ({
    content: jsonOf(Object.entries(texts).map(([key, text]) => [key, text, translations.get(text) ?? text])),
    finishReason: 'stop',
  });

/** Phrase 28, "Гудрон.": short enough that a model could merge it into its neighbour. */
const LEFT_OUT = SAMPLE_PHRASES[27]?.text;
/** Phrase 34. */
const LEFT_EMPTY = SAMPLE_PHRASES[33]?.text;
/** Phrase 47: its "I'll kill you" is a joke that a content filter may not get. */
const FILTERED = SAMPLE_PHRASES[46]?.text;

const translations = new Map(SAMPLE_PHRASES.map(({ text }, index) => [text, SAMPLE_TRANSLATION[index] ?? text]));

/**
 * The replies of one run, made from the sample's translation: takes source texts by number, as they were sent. Two replies are
 * bad the first time: the one with phrase 28 lacks it and leaves phrase 34 empty, for the corrective pass to mend; the one
 * with phrase 47 is broken off by a filter. Phrases are found by their text, so their numbers do not matter; an unknown
 * text is returned as it is.
 */
export function createScript(): Script {
  let flawed = false;
  let filtered = false;

  return (texts) => {
    const reply = Object.entries(texts).map(([key, text]) => [key, text, translations.get(text) ?? text] as const);
    const indexOf = (wanted: string | undefined) => reply.findIndex(([, text]) => text === wanted);

    const filteredAt = indexOf(FILTERED);
    if (!filtered && filteredAt >= 0) {
      filtered = true;
      const brokenOff = jsonOf(reply.slice(0, filteredAt)).replace(/\}$/, ',');
      return { content: brokenOff, finishReason: 'content_filter' };
    }
    if (!flawed && indexOf(LEFT_OUT) >= 0) {
      flawed = true;
      const rest = reply.filter(([, text]) => text !== LEFT_OUT);
      const withGap = rest.map(
        ([key, text, translation]) => [key, text, text === LEFT_EMPTY ? '' : translation] as const,
      );
      return { content: jsonOf(withGap), finishReason: 'stop' };
    }
    return { content: jsonOf(reply), finishReason: 'stop' };
  };
}

const jsonOf = (reply: readonly (readonly [key: string, text: string, translation: string])[]): string =>
  JSON.stringify(Object.fromEntries(reply.map(([key, , translation]) => [key, translation])));
