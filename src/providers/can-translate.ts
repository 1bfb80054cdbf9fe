/** Words in the id of a model that does something else than turn text into text. */
const OTHER_USES: ReadonlySet<string> = new Set([
  ...['audio', 'realtime', 'live', 'tts', 'speech', 'voice', 'transcribe', 'image', 'video', 'music'],
  ...[
    'embedding',
    'moderation',
    'search',
    'research',
    'instruct',
    'codex',
    'computer',
    'robotics',
    'cyber',
    'rosalind',
  ],
]);

/** o1-pro, gpt-5-pro, gpt-5.5-pro: OpenAI offers them over its Responses interface only, which this page does not call. */
const RESPONSES_ONLY = /^(?:gpt|o)-?[\d.]+-pro\b/;

/**
 * Whether a model answers this page's requests with text, as far as its id tells: a model for pictures, voice, embeddings or search
 * does not, nor does one that this page's interface does not reach. Any other id does.
 */
export function canTranslate(id: string): boolean {
  // "ft:gpt-4o-mini:organization:name:…": the base model's id tells what the tuned model does; the other parts are names.
  const base = id.startsWith('ft:') ? (id.split(':')[1] ?? id) : id;
  return !RESPONSES_ONLY.test(base) && !wordsOfId(base).some((word) => OTHER_USES.has(word));
}

/** Whole words, so that "gemini-2.5-flash" does not count as "mini". */
export const wordsOfId = (id: string): readonly string[] => id.toLowerCase().split(/[^a-z0-9]+/);
