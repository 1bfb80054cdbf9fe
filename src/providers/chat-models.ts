import { fileName, wordsOfId } from './models.ts';

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

/**
 * Whether a model of an endpoint of the tab "more" chats, as far as its name tells. A folder in which its file lies tells nothing; `*` stands for
 * other models.
 */
export function isChatModel(id: string): boolean {
  const name = fileName(id);
  // OpenAI's "instruct" models only complete texts; other endpoints' do chat.
  return !id.includes('*') && isTranslationModel(name.replace(/instruct/gi, 'chat')) && !NO_CHAT.test(name);
}
