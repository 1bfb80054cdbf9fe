import { runsElsewhere } from './own-servers.ts';
import { isMore, type Model, type ModelInfo, type ProviderFailure } from './provider.ts';

/** Stands between endpoint and id. No model of the three specified providers has it in its name. */
const SEPARATOR = '::';

/**
 * The model of a stored name. The name tells which of the three specified endpoints has the model; an unknown name counts as OpenAI's
 * (specification, sections 3 and 4). Models of other endpoints are stored with their endpoint before the id: "groq::llama-4".
 */
export function modelByName(name: string): Model {
  const [endpoint = '', ...id] = name.split(SEPARATOR);
  if (isMore(endpoint) && id.length > 0) return { endpoint, id: id.join(SEPARATOR) };
  if (name.includes('claude')) return { endpoint: 'anthropic', id: name };
  if (name.includes('gemini')) return { endpoint: 'google', id: name };
  return { endpoint: 'openai', id: name };
}

/** The name of a model for storage and project files; `modelByName` reads it. */
export const modelName = ({ endpoint, id }: Model): string => (isMore(endpoint) ? endpoint + SEPARATOR + id : id);

/** Whether a name tells its endpoint (specification, section 4); of another name a warning is logged. */
export const isKnownModel = (name: string): boolean => /claude|gemini|gpt|o1|chatgpt/.test(name);

/** Words in the id of a model that does something else than turn text into text. */
const OTHER_USES: ReadonlySet<string> = new Set(
  `audio realtime live tts speech voice transcribe image video music
  embedding moderation search research instruct codex computer robotics cyber rosalind`.split(/\s+/),
);

/** o1-pro, gpt-5-pro, gpt-daybreak-blue-latest: OpenAI offers them over its Responses interface only, which this page does not call. */
const RESPONSES_ONLY = /^(?:(?:gpt|o)-?[\d.]+-pro|gpt-daybreak)\b/;

/**
 * Whether a model answers this page's requests with text, as far as its id tells: a model for pictures, voice, embeddings or search
 * does not, nor does one that this page's interface does not reach. Any other id does.
 */
export function isTranslationModel(id: string): boolean {
  // "ft:gpt-4o-mini:organization:name:…": the base model's id tells what the tuned model does; the other parts are names.
  const base = id.startsWith('ft:') ? (id.split(':')[1] ?? id) : id;
  return !RESPONSES_ONLY.test(base) && !wordsOfId(base).some((word) => OTHER_USES.has(word));
}

/** Whole words, so that "gemini-2.5-flash" does not count as "mini". */
const wordsOfId = (id: string): readonly string[] => id.toLowerCase().split(/[^a-z0-9]+/);

const LOADING =
  /\bloading (?:(?:the|its|a) )?(?:model|weights|checkpoint)|\bmodel\b.{0,60}\b(?:loading|starting|initiali[sz]ing|warming)|\bnot (?:yet ready|ready|loaded yet|yet loaded|available yet)\b|\b(?:server|engine|backend|service|worker)s? (?:is |are )?(?:still |currently )?(?:loading|starting|initiali[sz]ing|warming)|\bwarming up\b|\bbeing (?:down)?loaded\b|\bcold start|加载中|\bstill (?:loading|starting|initiali[sz]ing)\b/i;
const FAILED = /\b(?:error|fail(?:ed|ure|s)?|cannot|can['’]t|could not|unable)\b/i;

/** Whether a server says that it loads its model: llama.cpp's "Loading model", "Model … is currently loading", "The server is still starting up". */
export const isLoadingModel = ({ message }: Pick<ProviderFailure, 'message'>): boolean =>
  LOADING.test(message) && !FAILED.test(message);

/**
 * Whether to ask for half price ("flex"): at OpenAI for the o-series from o3 on and for gpt from 5 on, without chat models; at Google
 * for all models. A provider that does not serve a model so refuses the request, which is reported.
 */
export function hasHalfPrice({ endpoint, id }: Model): boolean {
  if (endpoint === 'google') return true;
  if (endpoint !== 'openai' || /chat/.test(id)) return false;
  return Number(/^gpt-(\d+)/.exec(id)?.[1] ?? 0) >= 5 || /^o[3-9]/.test(id);
}

/**
 * Parts of words in the names of models on servers of one's own, and of gateways, that do something else than chat: they embed, rank, guard,
 * hear, speak, draw, read pictures of text, or complete code.
 */
const NO_CHAT = new RegExp(
  [
    // Embeddings and ranking.
    String.raw`embed|minilm|rerank|\b(?:bge|gte|e5|uae|sbert|colbert|splade|labse|voyage)\b|\bstella\b|sentence-?t(?:5|ransformers)|paraphrase-|contriever|\breward\b|\bprm\b`,
    // Guards and judges.
    String.raw`(?<!van)guard|shieldgemma|moderation|\bminicheck\b|\bjailbreak\b|toxic|\bclassifier\b`,
    // Speech and music.
    String.raw`whisper|parakeet|\bcanary\b|wav2vec|kokoro|orpheus|\bbark\b|(?<!wa)tts\b|\b(?:stt|asr)\b|\bpiper\b|chatterbox|vibevoice|transcri(?:be|ption)|\bmusicgen\b|\blyria|\bvocos\b|\bsnac\b|\bscribe\b`,
    // Pictures and video.
    String.raw`stable-?diffusion|\b(?:sdxl|sd[-_]?[123]|flux|dall-?e|imagen|kolors|pixart|sora|veo|midjourney|ideogram|recraft|controlnet|mmproj|vae|siglip|clip|ltx|cogvideox?|cogview|seedream|hunyuanvideo)\b|text-?to-?(?:image|video)|\bwan[-_.]?2|\bt2[iv]\b|\bi2v\b`,
    // Text in pictures and pages.
    String.raw`ocr\b|docling|nougat|reader-?lm|nuextract|florence`,
    // Groq's "compound" searches the web for what it is asked, at a price of its own.
    String.raw`\bcompound\b`,
    // OpenAI's that only complete.
    String.raw`\b(?:babbage|davinci)-`,
  ].join('|'),
  'i',
);

/** The name of a model whose id is a path: llama.cpp's id is where the file lies, gateways' begin with who made the model. */
const fileName = (id: string): string => id.split(/[/\\]/).findLast(Boolean) ?? id;

/**
 * Whether a model of an endpoint of the tab "more" chats, as far as its name tells. A folder in which its file lies tells nothing; `*` stands for
 * other models.
 */
export function isChatModel(id: string): boolean {
  const name = fileName(id);
  // OpenAI's "instruct" models only complete texts; other endpoints' do chat.
  return !id.includes('*') && isTranslationModel(name.replace(/instruct/gi, 'chat')) && !NO_CHAT.test(name);
}

/** Words in the ids of models that translate well and cheaply. */
const GOOD_SIZES = ['mini', 'flash', 'haiku', 'luna'];
/** Words in the ids of models that are cheaper and translate worse. */
const LITE_SIZES = ['lite', 'nano', '8b'];
/** The same of models for one's own computer: tiny ones, and up to three billions of parameters. */
const TINY = /tiny|smol|\b(?:\d+m|0\.\d+b|[123](?:\.\d+)?b)\b/i;
/** Models that chat, but are made for something else: code, mathematics, tools; "base" and "text" only complete. */
const FOR_OTHERS =
  /cod(?:e|er|ing|estral)|\bdevstral\b|starcoder|math|sql|function|\bbase\b|[-:]text\b|\bbio|\bmed(?:llama|gemma|itron|alpaca)/i;
/** Words in the ids of models for hard thinking: with them a film costs many times as much and is translated no better. */
const LARGE_SIZES = ['pro', 'opus', 'fable', 'mythos', 'astra', 'ultra', 'o1'];
/** Words in the ids of models that the provider may withdraw or exchange at any time. */
const UNSETTLED = ['preview', 'exp', 'experimental', 'beta', 'latest'];

/**
 * The model of a live list for a person who never chose one; undefined: none can translate. Large and unsettled models come last;
 * then good sizes come before others, and newer models before older ones. Without dates the higher version in the id counts as newer.
 */
export function suggestModel(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models
    .filter(({ id, endpoint }) => (isMore(endpoint) ? isChatModel(id) : isTranslationModel(id)))
    .toSorted(byMerit)[0];
}

function byMerit(a: ModelInfo, b: ModelInfo): number {
  return (
    Number(runsElsewhere(a.id)) - Number(runsElsewhere(b.id)) ||
    isLike(a, FOR_OTHERS) - isLike(b, FOR_OTHERS) ||
    has(a, LARGE_SIZES) - has(b, LARGE_SIZES) ||
    has(a, UNSETTLED) - has(b, UNSETTLED) ||
    isLike(a, TINY) - isLike(b, TINY) ||
    has(b, GOOD_SIZES) - has(a, GOOD_SIZES) ||
    has(a, LITE_SIZES) - has(b, LITE_SIZES) ||
    (b.createdAt ?? 0) - (a.createdAt ?? 0) ||
    b.id.localeCompare(a.id, 'en', { numeric: true })
  );
}

/** 1 if the id has one of the words, else 0. Behind a colon stands a tag, which says nothing: Ollama's "latest" is settled. */
const has = ({ id, endpoint }: ModelInfo, words: readonly string[]): number =>
  Number(wordsOfId(isMore(endpoint) ? withoutTag(id) : id).some((word) => words.includes(word)));

const withoutTag = (id: string): string => fileName(id).replace(/:.*/, '');

/** 1 if the id of a model of the tab "more" is such, else 0. */
const isLike = ({ id, endpoint }: ModelInfo, kind: RegExp): number =>
  Number(isMore(endpoint) && kind.test(fileName(id)));
