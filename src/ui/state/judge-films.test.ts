import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass, three } from '../../../test/series-harness.ts';
import { type FilmNotes, NO_NOTES } from '../../notes/notes.ts';

beforeEach(() => void vi.useFakeTimers());

/** "Фраза" is in each line of the films, and in no translation. */
const TERM: FilmNotes = { ...NO_NOTES, terms: [{ source: 'Фраза', translation: 'Frase', note: '' }] };

async function judged() {
  const tab = await three({ maxAtOnce: 8 });
  void tab.desk.translate();
  await pass(20_000);
  return tab;
}
type Tab = Pick<Awaited<ReturnType<typeof judged>>, 'view'>;
/** The counts of E2 and E3, which are not open. */
const countsIn = ({ view }: Tab) =>
  view()
    .rows.slice(1)
    .map(({ review }) => review?.count);

describe('[D18.8] the lines of films that are not open', () => {
  test('are judged again after a change of the notes, once nobody has typed for a second. Until then their number stays', async () => {
    const tab = await judged();
    expect(countsIn(tab)).toEqual([0, 0]);
    const ask = vi.spyOn(tab.session.analysis, 'ask');
    for (let key = 0; key < 5; key++) {
      tab.session.changeNotes({
        ...TERM,
        terms: [{ source: 'Фраза', translation: 'Frase'.slice(0, key + 1), note: '' }],
      });
      await pass(300);
    }
    expect(countsIn(tab)).toEqual([0, 0]);
    await pass(5_000);
    expect(countsIn(tab)).toEqual([65, 29]);
    expect(ask.mock.calls.filter(([name]) => name === 'toReview')).toHaveLength(2);
    tab.session.changeNotes({ ...TERM, about: 'No line is judged by this.' });
    await pass(5_000);
    expect(ask.mock.calls.filter(([name]) => name === 'toReview')).toHaveLength(2);
    tab.session.undo();
    tab.session.changeNotes(NO_NOTES);
    await pass(5_000);
    expect(countsIn(tab)).toEqual([0, 0]);
  });

  test('are judged again after a change of the prompt', async () => {
    const tab = await judged();
    const ask = vi.spyOn(tab.session.analysis, 'ask');
    tab.settings.setPrompt('Translate into German.');
    await pass(5_000);
    const asked = ask.mock.calls.filter(([name]) => name === 'toReview').map(([, question]) => question);
    const into = expect.objectContaining({ prompt: 'Translate into German.' });
    expect(asked).toEqual([into, into]);
  });

  test('are judged again after a reload if the notes were changed right before it, but not after the next reload', async () => {
    const tab = await judged();
    tab.session.changeNotes(TERM);
    const again = await tab.reload();
    await pass(5_000);
    expect(countsIn(again)).toEqual([65, 29]);
    const third = await again.reload();
    const ask = vi.spyOn(third.session.analysis, 'ask');
    await pass(5_000);
    expect(countsIn(third)).toEqual([65, 29]);
    expect(ask.mock.calls.map(([name]) => name)).not.toContain('toReview');
  });
});
