import { languageCode, languageName } from '../core.ts';

/** An error in the call: one sentence that says what is wrong, where, and what to do. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
  /** Lines below the sentence, such as examples. */
  readonly examples: readonly string[];
  constructor(message: string, examples: readonly string[] = []) {
    super(message);
    this.examples = examples;
  }
}

/** Codes of countries that people write instead of codes of languages: the language that they mean, and the name of the language that has this code. */
const COUNTRIES: ReadonlyMap<string, readonly [meant: string, own?: string]> = new Map(
  Object.entries({
    br: ['pt-BR', 'bre'],
    cn: ['zh'],
    cz: ['cs'],
    dk: ['da'],
    gb: ['en-GB'],
    ge: ['ka'],
    gr: ['el'],
    il: ['he'],
    ir: ['fa'],
    jp: ['ja'],
    kr: ['ko', 'kau'],
    mx: ['es-MX'],
    rs: ['sr'],
    se: ['sv', 'sme'],
    sp: ['es'],
    tw: ['zh-TW', 'twi'],
    ua: ['uk'],
    us: ['en-US'],
    vn: ['vi'],
  } as const),
);

/** The code of a language in its usual spelling, BCP 47. Throws a Mistake. */
export function codeOfLanguage(language: string | undefined, option: string): string | undefined {
  if (language === undefined) return undefined;
  const [meant, own] = COUNTRIES.get(language.toLowerCase()) ?? [];
  if (meant !== undefined)
    throw new Mistake(
      `${option} ${language} is the code of a country. For ${languageName(meant)} write ${meant}.${own === undefined ? '' : ` For ${languageName(own)} write ${own}.`}`,
    );
  const code = languageCode(language);
  if (code !== undefined) return code;
  throw new Mistake(`${option} ${language} is not a known language. Write its code, such as pt-BR.`);
}

const USUAL_PATIENCE_MS = 30 * 60_000;
const MOST_AT_ONCE = 1_000;

/** These names mean standard output, as "-" does. */
export const outputFileOf = (value: string | undefined): string | undefined =>
  value !== undefined && /^\/(?:dev\/stdout|dev\/fd\/1|proc\/self\/fd\/1)$/.test(value) ? '-' : value;

export function trackOf(value: string | undefined): string | number | undefined {
  if (value === undefined || !/^[-+]?[\d.,]+$/.test(value)) return value;
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new Mistake(
      `--track ${value} is not a track. Tracks are counted from 1. The command "tracks FILM" lists them.`,
    );
  return Number(value);
}

export const ownPromptOf = (
  value: string | undefined,
): { readonly text: string } | { readonly file: string } | undefined =>
  value === undefined ? undefined : value.startsWith('@') ? { file: value.slice(1) } : { text: value };

export function urlOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return value;
  throw new Mistake(
    url?.username || url?.password
      ? '--url contains a user name or a password. Everybody on this computer can read it. Put the key into SUBTITLE_TRANSLATOR_API_KEY.'
      : `--url ${value} is not an address. Begin it with http:// or https://, as in http://127.0.0.1:8080/v1`,
  );
}

export function atOnceOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > MOST_AT_ONCE)
    throw new Mistake(`--at-once ${value} is not a number of requests. Give a whole number from 1 to ${MOST_AT_ONCE}.`);
  return count;
}

export function moneyOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\$?\d+(?:\.\d+)?$/.test(value)) return Number(value.replace('$', ''));
  throw new Mistake(`--max-cost ${value} is not an amount. Write dollars with a point, as in --max-cost 2.00`);
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export function timeOf(value: string | undefined): number {
  if (value === undefined) return USUAL_PATIENCE_MS;
  if (/^0[smh]?$/.test(value)) return Number.POSITIVE_INFINITY;
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(value) ?? [];
  if (count === undefined)
    throw new Mistake(`--patience ${value} is not a time. Write 90s, 30m or 2h. 0 means: wait for ever.`);
  return Number(count) * (UNIT_MS[unit] ?? 0);
}
