import { languageName } from '../../languages/standard-prompt.ts';

/** Languages into which films are translated, with the regions that people tell apart (BCP 47). */
export const LANGUAGES: readonly string[] =
  'ar,bg,ca,cs,da,de,el,en,en-GB,es,es-419,et,fa,fi,fr,fr-CA,he,hi,hr,hu,id,it,ja,ko,lt,lv,ms,nl,no,pl,pt,pt-BR,pt-PT,ro,ru,sk,sl,sr,sv,th,tr,uk,vi,zh,zh-Hans,zh-Hant'.split(
    ',',
  );

/** What a list to choose a language from offers: codes with names, "" first. `chosen` may be another one than `languages`. */
export function languageOptions(chosen: string | undefined, languages = LANGUAGES) {
  const all = chosen === undefined || languages.includes(chosen) ? languages : [chosen, ...languages];
  return [['', 'Not known'] as const, ...all.map((each) => [each, languageName(each) ?? each] as const)];
}
