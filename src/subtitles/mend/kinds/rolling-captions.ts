import { withoutTags } from '../../tags.ts';
import { timeText, timingOf } from '../../timing.ts';
import {
  type Found,
  inspectEach,
  isPhrase,
  type LenientPhrase,
  linesOfText,
  numberFromOne,
  type RepairKind,
} from '../blocks.ts';
import { readTiming, timingText } from '../read-timing.ts';
import { type Caption, unrollCaptions } from '../unroll-captions.ts';

/** The name of the kind, in every format. */
export const ROLLING = 'rolling-captions';
export const UNROLL = 'Unroll';

/** What was found, in words: by lines that are shown once more, else by words. */
export function rollingSentence(found: readonly Found[]): string {
  const isLess = ({ before, after }: Found) => after !== '' && after.split('\n').length < before.split('\n').length;
  const count = found.filter((place) => place.after === '' || isLess(place)).length.toLocaleString('en');
  return found.some(isLess)
    ? `${count} phrases show lines of the phrase before once more, as captions of video sites do.`
    : `${count} phrases show the words of the phrase before once more, with another one marked or a few more.`;
}

/** `saved`: the share of the text that is not sent then; missing: not known. */
export function rollingOffer(before: number, after: number, saved?: number): string {
  // Two lines of which one moves up: as many phrases, each with half of the text.
  if (before === after || saved === 0) return 'Unroll: each line is sent and paid for once.';
  const saving =
    saved === undefined
      ? `${(before - after).toLocaleString('en')} fewer are`
      : `About ${Math.floor(saved * 100)} % less text is`;
  return `Unroll: ${before.toLocaleString('en')} → ${after.toLocaleString('en')} phrases. ${saving} sent and paid for.`;
}

/** Captions of video sites, and those of speech recognition: each phrase shows lines or words of the one before once more. */
export const rollingCaptions: RepairKind = {
  name: ROLLING,
  severity: 'info',
  button: UNROLL,
  inspect: (blocks) => {
    const unrolled = unrolledOf(blocks.filter(isPhrase));
    return inspectEach(isPhrase, (phrase) => {
      const made = unrolled.get(phrase);
      const before = [phrase.time, ...linesOfText(phrase)].join('\n');
      const after = made && (made.lines.length === 0 ? '' : [made.time, ...made.lines].join('\n'));
      if (!made || after === undefined || after === before) return undefined;
      const { time, lines } = made;
      const kept = {
        ...phrase,
        separated: true,
        time,
        timing: readTiming(time),
        text: [lines],
        blankAfterTiming: false,
      };
      return { found: [{ line: phrase.timingLine, before, after }], mended: lines.length === 0 ? [] : [kept] };
    })(blocks);
  },
  afterwards: numberFromOne,
  sentence: rollingSentence,
  offer: (found, phraseCount) =>
    rollingOffer(phraseCount, phraseCount - found.filter(({ after }) => after === '').length),
};

interface SrtCaption extends Caption {
  readonly phrase: LenientPhrase;
}

/** What unrolling makes of the phrases that have words; none where too few repeat something. */
function unrolledOf(phrases: readonly LenientPhrase[]) {
  const captions = phrases.flatMap((phrase): readonly SrtCaption[] => {
    const lines = linesOfText(phrase).filter((line) => withoutTags(line).trim() !== '');
    const times = timingOf(phrase.time);
    if (lines.length === 0 || !times) return [];
    return [{ ...times, phrase, lines, plain: lines.map((line) => withoutTags(line).trim()) }];
  });
  const unrolled = unrollCaptions(captions, { later: true }) ?? [];
  return new Map(
    unrolled.map(({ lines, last }, index) => {
      const { phrase } = captions[index] as SrtCaption;
      const isSame = last.phrase === phrase || lines.length === 0;
      return [phrase, { lines, time: isSame ? phrase.time : endingAt(phrase, last.endMs) }] as const;
    }),
  );
}

function endingAt({ time, timing }: LenientPhrase, endMs: number): string {
  if (timing === undefined) return time;
  return timingText({ ...timing, end: { ...timing.end, text: timeText(endMs, timing.end.point || ',') } });
}
