export interface TrackFlags {
  /** Only signs and foreign words. */
  readonly isForced: boolean;
  /** For the deaf and hard of hearing: with sounds and speakers. */
  readonly isSdh: boolean;
  /** The film makers' commentary. */
  readonly isCommentary: boolean;
}

/** Words in track titles, in languages of films. */
const FORCED =
  'forced|forcés?|forcées?|forzad[oa]s?|forzat[aei]|forçad[oa]s?|forciert|erzwungen|geforceerd|wymuszone|форс\\p{L}*|signs|foreign parts?(?: only)?|только надписи|强制|強制';
const SDH =
  'sdh|cc|closed captions?|hoh|hearing[- ]impaired|hard[- ]of[- ]hearing|deaf|sme|(?:sourds|malentendants|sordos|surdos|non udenti|hörgeschädigten?|gehörlosen?|doven|niesłyszących|глухих|слабослышащих)';
const COMMENTARY =
  "commentar(?:y|ies)|(?:director|filmmaker|cast)[’']?s? comments?|commentaires?|comentarios?|comentários?|kommentar(?:e|er|spur)?|commento|commenti|komentarz|комментари\\p{L}*";

/** Not after a negation: "non-SDH", "without captions". */
const words = (alternatives: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?<!(?:no|non|not|without|sans|sin|senza|ohne|без)[ -])(?:${alternatives})(?![\\p{L}\\d])`,
    'iu',
  );
const IN_TITLE = { isForced: words(FORCED), isSdh: words(SDH), isCommentary: words(COMMENTARY) };
/** "HI" alone also means Hindi. */
const HEARING_IMPAIRED = /[[(]HI[\])]/;
const FULL = words('full|complete|полные');

/** Combines a track's flags with its title. */
export const flagsOf = ({
  title,
  isForced,
  isSdh,
  isCommentary,
}: TrackFlags & { readonly title: string }): TrackFlags => ({
  isForced: isForced || (IN_TITLE.isForced.test(title) && !FULL.test(title)),
  isSdh: isSdh || IN_TITLE.isSdh.test(title) || HEARING_IMPAIRED.test(title),
  isCommentary: isCommentary || IN_TITLE.isCommentary.test(title),
});
