import type { Phrase } from '../subtitles/document.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { fillGaps } from './check-reply.ts';
import { readReply } from './read-reply.ts';

/**
 * The reply as a correct output, if it has a usable text for each phrase and no other keys except remarks. Damaged JSON or added words then need no further
 * request. Phrases without letters ("♪", "40") may keep their original: many models answer them with nothing or a number. undefined: the reply is incomplete,
 * or lines may be merged.
 */
export function wholeOutput(phrases: readonly Phrase[], replyText: string): string | undefined {
  const { written } = readReply(replyText);
  const { output, numbers } = fillGaps(phrases, replyText);
  const mayStay = ({ number, text }: Phrase) => written.has(String(number)) && !/\p{L}/u.test(withoutTags(text));
  const isWhole = phrases.every((phrase) => !numbers.includes(phrase.number) || mayStay(phrase));
  const asked = new Set(phrases.map(({ number }) => String(number)));
  return isWhole && [...written].every((key) => asked.has(key) || isRemark(key)) ? output : undefined;
}

/** Keys that models use for remarks, in common languages. */
const REMARKS = new Set(
  `note notes comment comments commentary explanation explanations reasoning reason reasons rationale remark remarks thought thoughts thinking
  analysis summary warning warnings disclaimer justification observation observations
  nota notas comentário comentários comentario comentarios observação observações explicação explicación observaciones remarque remarques
  commentaire commentaires explication anmerkung anmerkungen hinweis hinweise kommentar kommentare erklärung commento commenti spiegazione
  opmerking opmerkingen uwaga uwagi komentarz примечание примечания комментарий комментарии пояснение пояснения примітка примітки коментар
  注 注释 注釋 备注 備註 说明 說明 解释 思考 注記 備考 コメント 説明 참고 메모 설명 ملاحظة ملاحظات`.split(/\s+/),
);

/** "note", "translator_notes", "translationNotes", "_comment". Never a key with a digit. */
export const isRemark = (key: string): boolean =>
  key.length <= 60 &&
  !/\p{Nd}/u.test(key) &&
  key
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => REMARKS.has(word));
