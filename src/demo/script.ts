import { SAMPLE_PHRASES } from './sample-source.ts';
import { SAMPLE_TRANSLATION } from './sample-translation.ts';

export interface ScriptedReply {
  readonly content: string;
  readonly finishReason: 'stop' | 'content_filter';
}

/** Number 28 of the sample, "Гудрон.": short enough to be swallowed by its neighbour. */
const LEFT_OUT = SAMPLE_PHRASES[27]?.text;
/** Number 34. */
const LEFT_EMPTY = SAMPLE_PHRASES[33]?.text;
/** Number 47, whose "I'll kill you" is the kind of joke that a filter does not get. */
const FILTERED = SAMPLE_PHRASES[46]?.text;

const translations = new Map(SAMPLE_PHRASES.map(({ text }, index) => [text, SAMPLE_TRANSLATION[index] ?? text]));

/**
 * The replies of one run, recorded from the sample's translation: takes source texts by number, as they were sent.
 * Two replies are bad the first time: the one with number 28 lacks it and leaves number 34 empty, so that the corrective
 * pass has something to mend; the one with number 47 is broken off by a filter.
 * Phrases are known by their text, whatever their number; an unknown one comes back as it is.
 */
export function createScript(): (texts: Readonly<Record<string, string>>) => ScriptedReply {
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
