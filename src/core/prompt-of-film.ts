import { mayBe } from '../languages/guess-language.ts';
import { areRelated, baseLanguage, isOtherLanguage, languageName } from '../languages/language-names.ts';
import { sourceOfPrompt, standardPrompt, TONES } from '../languages/prompt-language.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { FilmRequest, Told } from './api.ts';

interface PromptOfFilm {
  readonly prompt: string;
  /** The requested language as a code in its usual spelling. */
  readonly to: string | undefined;
  readonly told: readonly Told[];
}

type Asked = Partial<Pick<FilmRequest, 'to' | 'from' | 'tone' | 'prompt'>>;

/** The language of a film, BCP 47; undefined: unclear. */
interface LanguageOfFilm {
  readonly looks: string | undefined;
  /** The language that its name or its track says. */
  readonly named: string | undefined;
}

/** The error is a sentence for people. */
export function promptOf(
  request: Asked,
  ofProject: string | undefined,
  { looks, named }: LanguageOfFilm,
): Result<PromptOfFilm, string> {
  const unfit = unfitIn(request);
  if (unfit !== undefined) return fail(unfit);
  const [to, from] = [request.to, request.from].map((code) => code && languageCode(code));
  const own = request.prompt ?? (to === undefined ? ofProject : undefined);
  if (own !== undefined) {
    const said = from ?? sourceOfPrompt(own);
    return ok({
      prompt: own,
      to,
      told: toldOfLanguage(looks, said, from ? 'not in' : 'but the prompt translates from'),
    });
  }
  if (to === undefined) return fail('The target language is missing. Give its code, such as pt-BR, or give a prompt.');
  const source = from ?? looks;
  const hint = named !== undefined && isOtherLanguage(to, named) ? named : undefined;
  const written = from ?? likeliest({ looks, named: hint }) ?? 'en';
  const prompt = standardPrompt({ from: written, into: to, tone: request.tone ?? 'informal' });
  const told =
    source === undefined
      ? [unclear(written, hint !== undefined)]
      : [...toldOfLanguage(looks, from, 'not in'), ...toldOfTarget(to, source)];
  return ok({ prompt, to, told });
}

const toldOfTarget = (to: string, source: string): readonly Told[] =>
  isOtherLanguage(to, source)
    ? []
    : [{ code: 'same-language', message: `The film is in ${languageName(source)} already.` }];

/** The name decides if the text is unclear, or may be in either of two languages: Norwegian looks like Danish. */
const likeliest = ({ looks, named }: LanguageOfFilm): string | undefined =>
  looks === undefined || (named !== undefined && isLookalike(looks, named)) ? named : looks;

const isLookalike = (looks: string, named: string): boolean =>
  baseLanguage(looks) !== baseLanguage(named) && areRelated(looks, named) && mayBe(looks, named);

const unclear = (written: string, isNamed: boolean): Told => ({
  code: 'unknown-language',
  message: `The language of the film is unclear, so the prompt says ${languageName(written)}${isNamed ? ', as the name of the file or the track does' : ''}.`,
});

function toldOfLanguage(
  looks: string | undefined,
  said: string | undefined,
  how: 'not in' | 'but the prompt translates from',
): readonly Told[] {
  if (looks === undefined || said === undefined || mayBe(looks, said)) return [];
  return [
    { code: 'language', message: `The film seems to be in ${languageName(looks)}, ${how} ${languageName(said)}.` },
  ];
}

function unfitIn({ to, from, tone }: Asked): string | undefined {
  const unknown = [to, from].find((code) => code !== undefined && languageCode(code) === undefined);
  if (unknown !== undefined) return `"${unknown}" is not a known language. Write its code, such as pt-BR.`;
  return tone === undefined || TONES.includes(tone)
    ? undefined
    : `"${tone}" is not a tone. Use one of: ${TONES.join(', ')}.`;
}

/** A code in its usual spelling, BCP 47: "pt-BR" for "pt_br"; undefined: there is no such language. */
export function languageCode(code: string): string | undefined {
  try {
    const [usual = ''] = Intl.getCanonicalLocales(code.replaceAll('_', '-'));
    return languageName(usual) === undefined ? undefined : usual;
  } catch {
    // The browser's API rejects an invalid language code.
    return undefined;
  }
}
