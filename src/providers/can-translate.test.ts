import { describe, expect, it } from 'vitest';
import { canTranslate } from './can-translate.ts';
import { CATALOG } from './catalog.ts';
import { PROVIDER_IDS } from './provider.ts';

describe('canTranslate', () => {
  it.each([
    ...['chatgpt-image-latest', 'gpt-image-1', 'gpt-image-1-mini', 'gpt-image-1.5'],
    ...[
      'gpt-realtime',
      'gpt-realtime-mini',
      'gpt-4o-realtime-preview',
      'gpt-4o-audio-preview-2025-06-03',
      'gpt-audio-mini',
    ],
    ...['gpt-4o-mini-tts', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe-2025-12-15', 'gpt-4o-transcribe-diarize'],
    ...['gpt-5-codex', 'gpt-5.1-codex-max', 'gpt-4o-search-preview', 'gpt-5-search-api', 'gpt-3.5-turbo-instruct-0914'],
    ...['o1-pro', 'o1-pro-2025-03-19', 'o3-pro', 'gpt-5-pro', 'gpt-5.5-pro', 'gpt-5-pro-2025-10-06'],
    ...['o3-deep-research', 'o4-mini-deep-research', 'gpt-6-cyber', 'gpt-6-rosalind', 'text-embedding-3-small'],
    ...['ft:gpt-4o-audio-preview:org::a1'],
    ...['gemini-2.5-flash-preview-tts', 'gemini-2.5-pro-preview-tts', 'gemini-embedding-001', 'gemini-embedding-exp'],
    ...['gemini-2.5-flash-image', 'gemini-3-pro-image-preview', 'gemini-2.0-flash-preview-image-generation'],
    ...['gemini-live-2.5-flash-preview', 'gemini-2.0-flash-live-001', 'gemini-2.5-flash-native-audio-latest'],
    ...['gemini-2.5-computer-use-preview-10-2025', 'gemini-robotics-er-1.5-preview'],
  ])('[D5.14] %s cannot', (id) => {
    expect(canTranslate(id)).toBe(false);
  });

  it.each([
    ...[
      'gpt-4o',
      'gpt-4o-mini',
      'gpt-4.1-nano',
      'gpt-5',
      'gpt-5.4-mini',
      'gpt-6-sol',
      'gpt-6.1-terra',
      'gpt-6-luna',
      'gpt-6-astra',
    ],
    ...['gpt-5.3-chat-latest', 'chatgpt-4o-latest', 'gpt-4-turbo', 'gpt-4-0125-preview', 'o1', 'o1-mini', 'o1-preview'],
    ...['ft:gpt-4o-mini-2024-07-18:org:image-search:a1'],
    ...['claude-haiku-4-5-20251001', 'claude-sonnet-5-5', 'claude-opus-4-8', 'claude-fable-5-2', 'claude-mythos-5'],
    ...['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro', 'gemini-3.1-pro-preview', 'gemini-flash-latest'],
    ...['gemini-4-argon', 'gemini-4-carbon', 'a-model-of-tomorrow', ''],
  ])('[D5.14] %s can', (id) => {
    expect(canTranslate(id)).toBe(true);
  });

  it.each(PROVIDER_IDS)('every model of the catalog can: %s', (provider) => {
    const { builtInModels, fallbackModels } = CATALOG[provider];
    for (const { id } of [...builtInModels, ...fallbackModels]) expect(canTranslate(id), id).toBe(true);
  });
});
