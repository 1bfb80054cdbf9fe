import { fileName, wordsOfId } from './models.ts';

/** Words in the ids of models that do not answer a text with a text. */
const OTHER_USES: ReadonlySet<string> = new Set(
  `audio realtime live tts speech voice transcribe image video music
  embedding moderation search research instruct codex computer robotics cyber rosalind`.split(/\s+/),
);

/** OpenAI offers o1-pro, gpt-5-pro and gpt-daybreak only in its Responses API, which this page does not use. */
const RESPONSES_ONLY = /^(?:(?:gpt|o)-?[\d.]+-pro|gpt-daybreak)\b/;

/** Judges by its id whether a model can translate. Rejects models for pictures, voice, embeddings or search. Accepts unknown ids. */
export function isTranslationModel(id: string): boolean {
  // "ft:gpt-4o-mini:organization:name:…": only the base model counts. The other parts are names that people chose.
  const base = id.startsWith('ft:') ? (id.split(':')[1] ?? id) : id;
  return !RESPONSES_ONLY.test(base) && !wordsOfId(base).some((word) => OTHER_USES.has(word));
}

/** Parts of model names that do not chat, on own servers and gateways. */
const NO_CHAT = new RegExp(
  [
    // Embeddings and ranking.
    String.raw`embed|minilm|rerank|\b(?:bge|gte|e5|uae|sbert|colbert|splade|labse|voyage)\b|\bstella\b|sentence-?t(?:5|ransformers)|paraphrase-|contriever|\breward\b|\bprm\b`,
    // Safety filters and judges.
    String.raw`(?<!van)guard|shieldgemma|moderation|\bminicheck\b|\bjailbreak\b|toxic|\bclassifier\b`,
    // Speech and music.
    String.raw`whisper|parakeet|\bcanary\b|wav2vec|kokoro|orpheus|\bbark\b|(?<!wa)tts\b|\b(?:stt|asr)\b|\bpiper\b|chatterbox|vibevoice|transcri(?:be|ption)|\bmusicgen\b|\blyria|\bvocos\b|\bsnac\b|\bscribe\b`,
    // Pictures and video.
    String.raw`stable-?diffusion|\b(?:sdxl|sd[-_]?[123]|flux|dall-?e|imagen|kolors|pixart|sora|veo|midjourney|ideogram|recraft|controlnet|mmproj|vae|siglip|clip|ltx|cogvideox?|cogview|seedream|hunyuanvideo)\b|text-?to-?(?:image|video)|\bwan[-_.]?2|\bt2[iv]\b|\bi2v\b`,
    // Models that read text from pictures and pages.
    String.raw`ocr\b|docling|nougat|reader-?lm|nuextract|florence`,
    // Groq's "compound" searches the web and has a price of its own.
    String.raw`\bcompound\b`,
    // OpenAI models that only complete texts.
    String.raw`\b(?:babbage|davinci)-`,
  ].join('|'),
  'i',
);

/** The same judgement for the endpoints of the tab "more". It ignores the folder in the path of a model file. An id with `*` stands for other models. */
export function isChatModel(id: string): boolean {
  const name = fileName(id);
  // OpenAI's "instruct" models only complete texts. Those of other endpoints chat.
  return !id.includes('*') && isTranslationModel(name.replace(/instruct/gi, 'chat')) && !NO_CHAT.test(name);
}
