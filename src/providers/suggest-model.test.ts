import { describe, expect, it } from 'vitest';
import type { ModelInfo } from './provider.ts';
import { suggestModel } from './suggest-model.ts';

const model = (id: string, createdAt?: string): ModelInfo => ({
  id,
  endpoint: 'openai',
  displayName: id,
  ...(createdAt !== undefined && { createdAt: Date.parse(createdAt) }),
});

describe('suggestModel', () => {
  it.each<[string, readonly ModelInfo[], string | undefined]>([
    ['nothing from nothing', [], undefined],
    ['nothing where nothing fits', [model('gpt-4o-audio-preview'), model('gpt-5-pro')], undefined],
    [
      'the newest',
      [model('gpt-4o', '2024-05-10'), model('gpt-6-sol', '2026-10-01'), model('gpt-5', '2025-08-01')],
      'gpt-6-sol',
    ],
    [
      'a mini before a newer big one',
      [model('gpt-6-sol', '2026-10-01'), model('gpt-5-mini', '2025-08-01')],
      'gpt-5-mini',
    ],
    [
      '[D5.13] the newest mini',
      [model('gpt-4o-mini', '2024-07-16'), model('gpt-5.4-mini', '2026-03-05')],
      'gpt-5.4-mini',
    ],
    ['a haiku', [model('claude-opus-5-5', '2026-10-21'), model('claude-haiku-5-5', '2026-09-01')], 'claude-haiku-5-5'],
    ['a dated one before an undated one', [model('gpt-5-mini'), model('gpt-4o-mini', '2024-07-16')], 'gpt-4o-mini'],
    ['no mini in "gemini"', [model('gemini-4-pro'), model('gemini-3.5-flash')], 'gemini-3.5-flash'],
    ['the higher version, undated', [model('gemini-3.8-flash'), model('gemini-3.10-flash')], 'gemini-3.10-flash'],
    [
      'no lite where there is more, undated',
      [model('gemini-3.8-flash-lite'), model('gemini-3.5-flash')],
      'gemini-3.5-flash',
    ],
    [
      '[D5.13] a stable one before a newer preview',
      [model('gemini-4-flash-preview', '2026-11-01'), model('gemini-3.5-flash', '2026-05-01')],
      'gemini-3.5-flash',
    ],
    [
      'no alias that may be another model tomorrow',
      [model('gemini-flash-latest'), model('gemini-3.8-flash')],
      'gemini-3.8-flash',
    ],
    ['no experiment', [model('gemini-2.0-flash-exp'), model('gemini-1.5-flash')], 'gemini-1.5-flash'],
    ['a whole flash before a small one', [model('gemini-1.5-flash-8b'), model('gemini-1.5-flash')], 'gemini-1.5-flash'],
    [
      '[D5.13] a sonnet before a newer, larger one',
      [
        model('claude-fable-5-2', '2026-11-15'),
        model('claude-opus-5-5', '2026-10-21'),
        model('claude-sonnet-5', '2026-01-01'),
      ],
      'claude-sonnet-5',
    ],
    [
      'a haiku before all others of its house',
      [
        model('claude-mythos-5-2', '2026-11-15'),
        model('claude-sonnet-5-5', '2026-09-30'),
        model('claude-haiku-4-5', '2025-10-15'),
      ],
      'claude-haiku-4-5',
    ],
    [
      'a preview before what costs many times as much',
      [model('gemini-2.5-pro'), model('gemini-3-flash-preview')],
      'gemini-3-flash-preview',
    ],
    ['a whole model before a newer nano', [model('gpt-5-nano', '2026-01-01'), model('gpt-4o', '2024-05-10')], 'gpt-4o'],
    [
      'a luna',
      [model('gpt-6-astra', '2026-11-10'), model('gpt-6-sol', '2026-10-01'), model('gpt-6-luna', '2026-10-01')],
      'gpt-6-luna',
    ],
    ['the large one where there is no other', [model('gemini-2.5-pro')], 'gemini-2.5-pro'],
    [
      '[D5.13] never what does something else',
      [
        ...['audio', 'realtime', 'image', 'tts', 'transcribe', 'search', 'instruct', 'codex'].map((word) =>
          model(`gpt-9-mini-${word}`, '2027-01-01'),
        ),
        ...['embedding', 'moderation', 'deep-research'].map((word) => model(`gpt-9-mini-${word}`, '2027-01-01')),
        model('gpt-4o', '2024-05-10'),
      ],
      'gpt-4o',
    ],
  ])('%s', (_, models, expected) => {
    expect(suggestModel(models)?.id).toBe(expected);
    expect(suggestModel(models.toReversed())?.id).toBe(expected);
  });
});
