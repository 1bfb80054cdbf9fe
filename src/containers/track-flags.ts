/** What a track of subtitles is, where it is not just what is said. */
export interface TrackFlags {
  /** Signs and foreign words alone. */
  readonly isForced: boolean;
  /** For the deaf and hard of hearing: with sounds and who speaks. */
  readonly isSdh: boolean;
  /** What the film's makers say about it. */
  readonly isCommentary: boolean;
}

/** As people write it into a track's title, in languages of films. */
const FORCED =
  'forced|forcés?|forcées?|forzad[oa]s?|forzat[aei]|forçad[oa]s?|forciert|erzwungen|geforceerd|wymuszone|форс\\p{L}*|signs|foreign parts?(?: only)?|только надписи|强制|強制';
const SDH =
  'sdh|cc|closed captions?|hoh|hearing[- ]impaired|hard[- ]of[- ]hearing|deaf|sme|(?:sourds|malentendants|sordos|surdos|non udenti|hörgeschädigten?|gehörlosen?|doven|niesłyszących|глухих|слабослышащих)';
const COMMENTARY =
  "commentar(?:y|ies)|(?:director|filmmaker|cast)[’']?s? comments?|commentaires?|comentarios?|comentários?|kommentar(?:e|er|spur)?|commento|commenti|komentarz|комментари\\p{L}*";

/** None that says what the track is not: "non-SDH", "without captions". */
const words = (alternatives: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?<!(?:no|non|not|without|sans|sin|senza|ohne|без)[ -])(?:${alternatives})(?![\\p{L}\\d])`,
    'iu',
  );
const IN_TITLE = { isForced: words(FORCED), isSdh: words(SDH), isCommentary: words(COMMENTARY) };
/** "HI", which is Hindi, too. */
const HEARING_IMPAIRED = /[[(]HI[\])]/;
const FULL = words('full|complete|полные');

/** What a track is by its flags and by its title. */
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
