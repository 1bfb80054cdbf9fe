import { afterEach, describe, expect, it, test } from 'vitest';
import { batchesOf } from '../../../test/batches.ts';
import { canSave, EMPTY_WORK, type Work } from '../../film/film.ts';
import { canShowResult } from '../../film/shown-facts.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { BATCHES_HEADING_ID, type PrimaryAction, primaryAction, translateSoon } from './next-step.ts';

const OK = ['', '{}'] as const;
const FAILED = ['refused', ''] as const;

const withResults = (results: readonly BatchSlot[], facts: Partial<Work> = {}): Work => ({
  ...EMPTY_WORK,
  sourceText: 'x',
  batches: batchesOf(results),
  ...facts,
});

describe('primaryAction', () => {
  it.each<[PrimaryAction, Work]>([
    ['upload', EMPTY_WORK],
    ['upload', { ...EMPTY_WORK, sourceText: ' \n' }],
    ['translate', { ...EMPTY_WORK, sourceText: 'x' }],
    ['result', withResults([OK, null])],
    ['result', withResults([OK, undefined], { paused: { reason: 'offline' } })],
    ['resume', withResults([OK, undefined], { paused: { reason: 'person' } })],
    ['result', withResults([FAILED, null])],
    ['retry-failed', withResults([OK, FAILED])],
    ['result', withResults([OK, OK], { isCleared: true })],
    // The film worker is writing it.
    ['download', withResults([OK, OK])],
    ['download', withResults([OK, OK], { translated: 'x' })],
    ['close-batch', withResults([OK, OK], { translated: 'x', shownBatch: 0 })],
    ['retry-batch', withResults([OK, FAILED], { shownBatch: 1 })],
  ])('%s', (action, state) => {
    expect(primaryAction(state)).toBe(action);
  });
});

test.each<[title: string, facts: Partial<Work>, saves: boolean, shows: boolean]>([
  ['while the film worker writes it, as after the film was opened', {}, true, false],
  ['once it is written', { translated: 'x' }, true, false],
  ['once a person has cleared it', { isCleared: true }, false, true],
  ['if it could not be written', { error: 'a bug' }, false, true],
])('[S2.9][S2.11] the result of a translated film %s', (_, facts, saves, shows) => {
  const film = withResults([OK, OK], facts);
  expect([canSave(film), canShowResult(film)]).toEqual([saves, shows]);
});

describe('the focus after Translate', () => {
  afterEach(() => document.body.replaceChildren());

  /** Presses Translate, which takes as long as `begin` waits. Resolves with the element that has the focus then. */
  async function focusAfterTranslate(begin: () => void, afterPress = () => {}): Promise<string | undefined> {
    document.body.innerHTML = `<button></button><h2 id="${BATCHES_HEADING_ID}" tabindex="-1"></h2><textarea></textarea>`;
    document.querySelector('button')?.focus();
    const work = withResults([OK, undefined]);
    const settings = { modelChosen: true, promptFollows: true };
    const done = translateSoon({
      session: { store: { getState: () => work }, translate: async () => begin() },
      settings: { store: { getState: () => settings } },
      page: { getState: () => ({ typedLanguages: [], series: { reading: 0 } }) },
    } as unknown as Parameters<typeof translateSoon>[0]);
    afterPress();
    await done;
    return document.activeElement?.tagName;
  }

  it('moves to the batches', async () => {
    expect(await focusAfterTranslate(() => {})).toBe('H2');
  });

  function type(): void {
    const field = document.querySelector('textarea');
    field?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    field?.focus();
  }

  it('stays where a person has begun to type before the run has begun', async () => {
    expect(await focusAfterTranslate(type)).toBe('TEXTAREA');
    expect(await focusAfterTranslate(() => {}, type), 'right after the press').toBe('TEXTAREA');
  });
});
