/** The row for a language (BCP 47; region and script are ignored), or undefined. */
export function byLanguage<Row>(table: Readonly<Record<string, Row>>, language: string | undefined): Row | undefined {
  const base = baseLanguage(language);
  return Object.hasOwn(table, base) ? table[base] : undefined;
}

/** "pt" for "pt-BR"; '' for an unknown language. */
export const baseLanguage = (language: string | undefined): string => language?.split('-')[0]?.toLowerCase() ?? '';

/** Turns each row, words separated by spaces, into a set. */
export const wordSets = (table: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlySet<string>>> =>
  Object.fromEntries(Object.entries(table).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Languages that share whole short sentences. */
const FAMILIES = [
  'es pt gl ca it fr ro oc',
  'da no nb nn sv',
  'cs sk pl',
  'hr sr sl bs',
  'ru uk be bg mk sr',
  'id ms',
  'de nl af lb',
  'zh yue ja',
].map((family) => new Set(family.split(' ')));

/** Whether two languages (BCP 47) are equal or of one family; false if one is unknown. */
export function areRelated(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [baseLanguage(one), baseLanguage(other)];
  if (first === '' || second === '') return false;
  return first === second || FAMILIES.some((family) => family.has(first) && family.has(second));
}

const codesOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** BCP 47 codes of the most frequent target languages, offered before anything is typed. */
export const FREQUENT_LANGUAGES = codesOf(`
  en es pt-BR pt fr de it ru uk pl nl sv no da fi cs sk hu ro bg el tr he ar fa hi bn ur ta te ml kn mr pa gu th vi id ms fil
  ko ja zh-Hans zh-Hant zh yue hr sr sl bs mk sq et lv lt is ga cy ca eu gl pt-PT es-419 es-ES es-MX fr-CA en-GB en-US ka hy
  az kk uz mn af sw nb nn be
`);

/** The other languages with names in browsers (CLDR 44). A browser does not offer what it does not know. */
const OTHER_LANGUAGES = codesOf(`
  aa ab ae ak am an as av ay ba bh bi bm bo br ce ch co cr cu cv dv dz ee eo ff fj fo fy gd gn gv ha ho ht hz ia ie ig ii ik
  io iu jv kg ki kj kl km kr ks ku kv kw ky la lb lg li ln lo lu mg mh mi mt my na nd ne ng nr nv ny oc oj om or os pi ps qu
  rm rn rw sa sc sd se sg si sm sn so ss st su tg ti tk tn to ts tt ty ug ve vo wa wo xh yi yo za zu ace ach ada ady aeb afh
  agq ain akk akz ale aln alt ang ann anp arc arn aro arp arq ars arw ary arz asa ase ast atj avk awa bal ban bar bas bax bbc
  bbj bej bem bew bez bfd bfq bgc bgn bik bin bjn bkm bla blo blt bpy bqi bra brh brx bss bua bug bum byn byv cad car cay cch
  ccp ceb cgg chb chg chk chm chn cho chp chr chy cic ckb clc cop cps crg crh crj crk crl crm crr crs csb csw dak dar dav del
  den dgr din dje doi dsb dtp dua dum dyo dyu dzg ebu efi egl egy eka elx enm esu ewo ext fan fit fon frc frm fro frp frr frs
  fur gaa gag gan gay gba gbz gez gil glk gmh goh gon gor got grb grc gsw guc gur guz gwi hai hak haw hax hif hil hit hmn hnj
  hsb hsn hup hur iba ibb ikt ilo inh izh jam jbo jgo jmc jpr jrb jut kaa kab kac kaj kam kaw kbd kbl kcg kde kea kek ken kfo
  kgp kha kho khq khw kiu kkj kln kmb koi kok kos kpe krc kri krj krl kru ksb ksf ksh kum kut kwk kxv lad lag lah lam lez lfn
  lij lil liv lkt lmo lol lou loz lrc lsm ltg lua lui lun luo lus luy lzh lzz mad maf mag mai mak man mas mde mdf mdr men mer
  mfe mga mgh mgo mic min mnc mni moe moh mos mrj mua mus mwl mwr mwv mye myv mzn nan nap naq nds new nia niu njo nmg nnh nog
  non nov nqo nso nus nwc nym nyn nyo nzi ojb ojc ojs ojw oka osa ota pag pal pam pap pau pcd pcm pdc pdt peo pfl phn pis pms
  pnt pon pqm prg pro quc qug raj rap rar rgn rhg rif rof rom rtm rue rug rup rwk sad sah sam saq sas sat saz sba sbp scn sco
  sdc sdh see seh sei sel ses sga sgs shi shn shu sid slh sli sly sma smj smn sms snk sog srn srr ssy stq str suk sus sux swb
  syc syr szl tce tcy tem teo ter tet tgx tht tig tiv tkl tkr tlh tli tly tmh tog tok tpi tru trv trw tsd tsi ttm ttt tum tvl
  twq tyv tzm udm uga umb vai vec vep vls vmf vmw vot vro vun wae wal war was wbp wuu xal xmf xnr xog yao yap yav ybb yrl zap
  zbl zea zen zgh zun zza de-AT de-CH nl-BE fr-CH sr-Latn ar-EG ar-MA uz-Cyrl
`);

export const ALL_LANGUAGES: readonly string[] = [...FREQUENT_LANGUAGES, ...OTHER_LANGUAGES];
