/** Words of an id that stand for something else than text in, text out. */
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

/** OpenAI answers these over its Responses interface alone: o1-pro, gpt-5-pro, gpt-5.5-pro. */
const RESPONSES_ONLY = /^(?:gpt|o)-?[\d.]+-pro\b/;

/**
 * Whether a model answers in text to what this page sends, as far as its id tells: no picture, voice, embedding or search, and
 * over the interface that the page calls. An id that says nothing of the kind can.
 */
export function canTranslate(id: string): boolean {
  // "ft:gpt-4o-mini:organization:name:…": only the model that was tuned says what it does.
  const base = id.startsWith('ft:') ? (id.split(':')[1] ?? id) : id;
  return !RESPONSES_ONLY.test(base) && !wordsOfId(base).some((word) => OTHER_USES.has(word));
}

/** "gemini-2.5-flash" has no word "mini". */
export const wordsOfId = (id: string): readonly string[] => id.toLowerCase().split(/[^a-z0-9]+/);
