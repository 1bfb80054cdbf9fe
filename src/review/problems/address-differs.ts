import { byLanguage } from '../../languages/language-names.ts';
import { readStandardPrompt, type Tone } from '../../languages/prompt-language.ts';
import { type FilmNotes, sentNotes } from '../../notes/notes.ts';
import { shorten } from '../../subtitles/lines.ts';
import type { AgreedAddress, MeasuredLine, Rule } from '../measured-line.ts';

/** One form of address for one person. */
interface Way {
  readonly name: string;
  readonly tone: 'informal' | 'formal';
  /** Matches the cell of the film notes in lower case. */
  readonly cell: RegExp;
  /** Words that have only this form. Words that may also be plural, third person or nouns are missing on purpose. */
  readonly words: RegExp;
  /** In lower case the words mean something else. At the beginning of a sentence the case is unknown, so they are ignored there. */
  readonly byCapital?: boolean;
  /** Before a name the words are a title: "o senhor Silva", "pan Kowalski". */
  readonly isTitle?: boolean;
  /** The same words are also used to address several people. */
  readonly mayBePlural?: boolean;
}

const wordsOf = (words: string): string => `(?<![\\p{L}\\p{M}'’-])(?:${words})(?![\\p{L}\\p{M}])`;
const anyCase = (words: string): RegExp => new RegExp(wordsOf(words), 'giu');
const asWritten = (words: string): RegExp => new RegExp(wordsOf(words), 'gu');

const WAYS: Readonly<Record<string, readonly Way[]>> = {
  // In Brazil, people who say "você" also say "te", "teu" and "contigo".
  pt: [
    {
      name: 'tu',
      tone: 'informal',
      cell: /^tu(?!\p{L})/u,
      words: anyCase('tu|és|estás|tens|queres|sabes|podes|vais|vens|fazes|dizes|foste|fizeste'),
    },
    { name: 'você', tone: 'informal', cell: /^voc[êe](?!\p{L})/u, words: anyCase('você') },
    {
      name: 'o senhor',
      tone: 'formal',
      cell: /senhora?/u,
      isTitle: true,
      // "O Senhor" with a capital means God.
      words: asWritten('(?:[oO]|[aA]o) senhor|[aAàÀ] senhora'),
    },
  ],
  es: [
    {
      name: 'tú',
      tone: 'informal',
      cell: /^(?:t[úu]|vos)(?!\p{L})/u,
      words: anyCase('tú|ti|contigo|te|tu|tus|tuy[oa]s?|eres|estás|tienes|quieres|sabes|puedes'),
    },
    { name: 'usted', tone: 'formal', cell: /^(?:usted|ud)(?!\p{L})/u, words: anyCase('usted') },
  ],
  fr: [
    {
      name: 'tu',
      tone: 'informal',
      cell: /^(?:tu(?!\p{L})|tutoie)/u,
      words: anyCase("tu|toi|te|tes|tien(?:ne)?s?|t['’](?:es|as|en|y)"),
    },
    {
      name: 'vous',
      tone: 'formal',
      cell: /^(?:vous(?!\p{L})|vouvoie)/u,
      mayBePlural: true,
      words: anyCase('vous|votre|vos|vôtres?'),
    },
  ],
  de: [
    {
      name: 'du',
      tone: 'informal',
      cell: /^du(?:(?!\p{L})|zen)/u,
      words: anyCase('du|dich|dir|dein(?:e|en|em|er|es)?'),
    },
    {
      name: 'Sie',
      tone: 'formal',
      cell: /^sie(?:(?!\p{L})|zen)/u,
      byCapital: true,
      words: asWritten('Sie|Ihnen|Ihr(?:e|en|em|er|es)?'),
    },
  ],
  it: [
    { name: 'tu', tone: 'informal', cell: /^tu(?!\p{L})/u, words: anyCase('tu|te|ti|tuo|tua|tuoi|tue') },
    { name: 'Lei', tone: 'formal', cell: /^lei(?!\p{L})/u, byCapital: true, words: asWritten('Lei') },
  ],
  ru: [
    {
      name: 'ты',
      tone: 'informal',
      cell: /^ты(?!\p{L})/u,
      words: anyCase('ты|тебя|тебе|тобой|тобою|тво[йяеёюи]|твоего|твоей|твоему|твоим|твоих|твоими|твоём|твоем'),
    },
    {
      name: 'вы',
      tone: 'formal',
      cell: /^вы(?!\p{L})/u,
      mayBePlural: true,
      words: anyCase('вы|вас|вам|вами|ваш|ваш[аеиу]|вашего|вашей|вашему|вашим|ваших|вашими|вашем'),
    },
  ],
  pl: [
    {
      name: 'ty',
      tone: 'informal',
      cell: /^ty(?!\p{L})/u,
      words: anyCase(
        'ty|ciebie|cię|tobie|tobą|twój|twoj[aeąęi]|twojego|twojej|twojemu|twoim|twoich|twoimi|jesteś|masz|wiesz|chcesz|możesz',
      ),
    },
    {
      name: 'pan, pani',
      tone: 'formal',
      cell: /^pan/u,
      isTitle: true,
      words: anyCase('pan|pana|panu|panem|pani|panią'),
    },
  ],
};

/** Words of an original or a translation that show that several people are addressed. */
const SEVERAL = anyCase(
  [
    "you (?:all|two|both|three|four|guys|boys|girls|people|folks|lot)|y'all|(?:all|both|two|three|four|any|one|none|some|each|most|many|half|rest|either|neither|which) of you",
    'yourselves|each other|one another|guys|boys|girls|kids|children|folks|fellas|lads|everyone|everybody|gentlemen|ladies|both',
    'все[мх]?|всеми|оба|обе|обоих|двое|трое|вдво[её]м|втро[её]м|(?:кто|никто|никому|кому|один|одна|каждый|каждому|любой) из вас|друг (?:\\p{L}+ )?друг[аеу]|друг (?:\\p{L}+ )?другом|между вами',
    'ребята|господа|друзья|дети|парни|девочки|мальчики|девчонки',
    "vous (?:deux|trois|tous|toutes|autres)|vous-mêmes|(?:d[’'])?entre vous|messieurs|mesdames|mesdemoiselles|tous|toutes|les gars|les filles|les enfants|(?:mes|les) amis",
    'todos|vosotros|alle|beide|Kinder|Jungs|Leute',
  ].join('|'),
);

/** Plurals behind "vous": "Vous êtes prêts", "des idiots". Few French words about one person have these endings. */
const PLURAL_IN_FRENCH =
  /(?<!\p{L})vous (?:n[’']\s?)?(?:êtes|étiez|serez|seriez|soyez) (?:(?:pas|si|très|trop|bien|plus|vraiment|déjà|presque) )*(?!(?:dans|sans|très|plus|toujours|sous|vers|hors|alors|ailleurs|moins|certes)(?!\p{L}))\p{L}*[^iao\s]s(?!\p{L})/iu;

/** Words of an original that address several people if everybody is addressed informally. */
const PLURAL_IN_ORIGINAL = anyCase(
  'вы|вас|вам|вами|ваш\\p{L}{0,3}|vous|votre|vos|ihr|euch|euer|eure[mnrs]?|vocês|ustedes|vosotr[ao]s|vuestr[ao]s?|voi|vostr[aeio]|wy|wami|wasz\\p{L}{0,3}',
);

/** Words before a person who is spoken about and not addressed: "ten pan", "aquele senhor". */
const POINTS = /(?:^|\s)(?:ten|ta|tego|tej|tę|tym|tą|tamten|tamta|jakiś|jakaś|este|esse|aquele|esta|essa|aquela)\s$/iu;

type Addressed = Pick<FilmNotes, 'address'>;

/**
 * Returns the form in all rows of the film notes or, without rows, the tone of a standard prompt. undefined: the notes have several forms, or none
 * that is known for this language (BCP 47).
 */
export function agreedAddress(
  notes: FilmNotes & Addressed,
  { prompt, tone: chosen }: { readonly prompt: string; readonly tone: Tone | undefined },
  language: string | undefined,
): AgreedAddress | undefined {
  const ways = byLanguage(WAYS, language);
  if (!ways) return undefined;
  const { address } = sentNotes(notes);
  const [first] = address;
  if (!first) {
    const tone = readStandardPrompt(prompt)?.tone ?? 'neutral';
    const isAsked = tone === 'formal' || (tone === 'informal' && chosen === tone);
    return isAsked ? { form: tone, row: `The prompt says ${tone}` } : undefined;
  }
  const forms = new Set(address.map(({ form }) => formOf(ways, form)));
  const [form] = forms;
  if (forms.size !== 1 || form === undefined) return undefined;
  const [from, to, how] = [first.from, first.to, first.form].map((cell) =>
    shorten(cell.replace(/\s+/g, ' ').trim(), 40),
  );
  const row =
    address.length > 1 ? `The film notes say “${how}” in all rows` : `The film notes say “${how}” (${from} to ${to})`;
  return { form, row };
}

/** With two forms in a language the tone decides; with three, "informal" is ambiguous. */
function formOf(ways: readonly Way[], cell: string): string | undefined {
  const said = cell
    .trim()
    .toLowerCase()
    .replace(/^["'“„«]+/, '');
  const way = ways.filter((each) => each.cell.test(said));
  if (way.length > 1) return undefined;
  const form = way[0]?.name ?? (said === 'formal' || said === 'informal' ? said : undefined);
  if (ways.length > 2) return form;
  return way[0]?.tone ?? form;
}

/** Finds a word that belongs to another form of address than the film's. */
export const addressDiffers: Rule = (line, { address, language }) => {
  const ways = address && byLanguage(WAYS, language);
  if (!ways) return undefined;
  for (const way of ways) {
    if (way.name === address.form || !isOther(way, address.form, ways)) continue;
    const word = wordIn(line, way);
    if (word !== undefined)
      return `Form of address: “${word}” is ${way.tone === address.form ? `“${way.name}”` : way.tone}. ${address.row}.`;
  }
  return undefined;
};

/** "formal" also accepts "você", which is formal in Portugal. */
function isOther(way: Way, form: string, ways: readonly Way[]): boolean {
  if (form === 'informal') return way.tone === 'formal';
  if (form === 'formal') return way.tone === 'informal' && way.name !== 'você';
  return ways.some(({ name }) => name === form);
}

const isSaidToSeveral = (original: string, translation: string): boolean =>
  [original, translation].some((text) => text.search(SEVERAL) >= 0) ||
  original.search(PLURAL_IN_ORIGINAL) >= 0 ||
  PLURAL_IN_FRENCH.test(translation);

function wordIn({ original, translation }: MeasuredLine, way: Way): string | undefined {
  const { plain } = translation;
  if (way.mayBePlural && isSaidToSeveral(original.plain, plain)) return undefined;
  for (const { 0: word, index } of plain.matchAll(way.words)) {
    const before = plain.slice(0, index);
    if (way.byCapital && BEGINS_SENTENCE.test(before)) continue;
    if (way.isTitle && (/^\s+(?:\p{Lu}|d[aeo]s? )/u.test(plain.slice(index + word.length)) || POINTS.test(before)))
      continue;
    return word;
  }
  return undefined;
}

const BEGINS_SENTENCE = /(?:^|[.!?…:]|\n\s*[-–—])[\s"'„“”«»‹›(♪–—-]*$/u;
