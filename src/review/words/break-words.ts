import { byLanguage, wordSets } from '../language/by-language.ts';

/** Articles, prepositions and conjunctions that belong to the word behind them, by language. */
const BOUND = wordSets({
  en: 'a an the of to in on at by for from with and or but that this my your his her its our their as if is are was were not very so mr mrs ms dr',
  de: 'der die das den dem des ein eine einen einem einer und oder aber in im an am auf aus bei mit nach von vom zu zum zur für um dass wenn weil mein dein sein ihr unser nicht sehr so',
  fr: 'le la les l un une des du de d à au aux en dans sur sous par pour avec sans et ou mais que qu qui mon ton son ma ta sa mes tes ses notre votre leur ne se si très',
  es: 'el la los las un una unos unas de del al a en con por para sin sobre y e o u pero que mi tu su mis tus sus no se me te le lo si muy',
  pt: 'o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela para pra com sem e ou mas que meu minha seu sua não se me te muito',
  it: 'il lo la i gli le l un uno una di del della dei a al alla da dal in nel nella con su sul per tra fra e o ma che mio tuo suo non si mi ti se molto',
  nl: 'de het een van in op aan bij met naar voor uit en of maar dat die mijn je jouw zijn haar ons hun niet te zo',
  pl: 'i a w we z ze na do od po za o u przy przez dla bez pod nad ale lub że nie się mój twój jego jej to',
  cs: 'i a v ve z ze s se na do od po za o u při pro bez pod nad ale nebo že ne můj tvůj jeho její k ke',
  el: 'ο η το οι οι τα τον την τη του της των τους ένα ένας μια μία στο στη στην στον στα στις και κι να θα δεν μην με σε για από που ότι αν μου σου πολύ',
  ru: 'и а но или что в во на с со к ко у о об от до из за по под над при про без для не ни мой твой его её их я',
  uk: 'і й та а але або що в у на з із зі до від о об за по під над при про без для не ні мій твій його її їх я',
});

/** Whether a line may end behind this word. `language`: BCP 47; for a language without a list here the answer is yes. */
export const canBreakAfter = (word: string, language: string | undefined): boolean =>
  !byLanguage(BOUND, language)?.has(word.trim().toLowerCase());
