import { ALL_LANGUAGES } from './language-table.ts';

export const TONES = ['informal', 'neutral', 'formal'] as const;

export type Tone = (typeof TONES)[number];

/** From which language into which, as BCP 47 codes. */
export interface LanguagePair {
  readonly from: string;
  readonly into: string;
  readonly tone: Tone;
}

let names: Intl.DisplayNames | undefined;

/** A language's English name: "pt-BR" → "Brazilian Portuguese"; undefined: the browser has none for the code. */
export function languageName(code: string): string | undefined {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  try {
    return names.of(code);
  } catch {
    // Not even of a code's form.
    return undefined;
  }
}

/** The sentences of the specified default prompt (specification, section 1) for other languages and another tone. */
export function standardPrompt({ from, into, tone }: LanguagePair): string {
  const [source, target] = [from, into].map((code) => languageName(code) ?? code);
  const how = tone === 'neutral' ? '' : `${tone} `;
  return `Translate the subtitles of a movie from ${how}${source} into ${how}${target}. ${END}`;
}

const END = 'Reply in JSON with the same number of phrases as the input.';

const STANDARD = new RegExp(
  String.raw`^Translate the subtitles of a movie from (informal |formal |)(.{1,60}) into \1(.{1,60})\. ${END}$`,
);

/** The pair that a prompt is the standard one for; undefined: a person has written it, or changed it. */
export function readStandardPrompt(prompt: string): LanguagePair | undefined {
  const [, how = '', source, target] = STANDARD.exec(prompt) ?? [];
  if (source === undefined || target === undefined) return undefined;
  const [from, into] = [codeOf(source), codeOf(target)];
  if (from === undefined || into === undefined) return undefined;
  return { from, into, tone: TONES.find((tone) => `${tone} ` === how) ?? 'neutral' };
}

let codes: ReadonlyMap<string, string> | undefined;

/** Of two codes with one name, the more frequent one. */
function codeOf(name: string): string | undefined {
  codes ??= new Map(ALL_LANGUAGES.toReversed().map((code) => [languageName(code) ?? code, code]));
  return codes.get(name);
}
