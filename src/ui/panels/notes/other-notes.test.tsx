import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeDatabase } from '../../../../test/fake-database.ts';
import { createFakeStorage } from '../../../../test/fake-storage.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { type FilmNotes, NO_NOTES } from '../../../notes/notes.ts';
import { createFilmStore } from '../../../storage/film-store.ts';

beforeEach(() => void vi.useFakeTimers());

const button = (name: string) => screen.getByRole('button', { name });
const shownText = () => screen.queryByRole('status', { name: 'Other notes' })?.textContent ?? '';
const term: FilmNotes = { ...NO_NOTES, terms: [{ source: 'Фраза 45', translation: 'Frase', note: '' }] };

/** The notes over a series of three translated films of 45, 65 and 29 lines. */
async function withSeries(notes: FilmNotes = NO_NOTES) {
  const storage = createFakeStorage([['schemaVersion', '2']]);
  const store = createFilmStore({
    storage,
    database: createFakeDatabase(),
    readOld: async () => undefined,
    onProblem: () => {},
  });
  const loading = store.load();
  await vi.advanceTimersByTimeAsync(3_000);
  const app = await renderApp({ initial: await loading, commands: { films: store.films } });
  app.session.store.subscribe(store.save);
  await app.settle(0);
  const files = [45, 65, 29].map((phrases, at) => new File([sampleSrt(phrases)], `E${at + 1}.srt`));
  const data = { types: ['Files'], files, items: [] };
  await act(async () => {
    window.dispatchEvent(Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: data }));
  });
  await app.settle(500);
  await app.give(() => app.session.changeNotes(notes));
  await app.user.click(screen.getByRole('button', { name: 'Translate' }));
  await app.settle(20_000);
  await app.user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
  await app.settle(1_000);
  return app;
}

describe('[D18.34] a changed note of a series', () => {
  it('is reported with the lines and films that were translated without it, their price, and a way to them film by film', async () => {
    const app = await withSeries();
    expect(shownText()).toBe('');
    await app.give(() => app.session.changeNotes(term));
    await app.settle(1_000);
    expect(shownText()).toMatch(
      /^30 lines in 2 films were translated with other notes than now.*Translate them again3 requests, about .*; edited and confirmed lines are not changed$/,
    );
    await app.user.click(button('Show'));
    await app.settle(1_000);
    await app.user.click(button('Next: E2, 25 lines'));
    await app.settle(1_000);
    expect(button('E2.srt').getAttribute('aria-current')).toBe('true');
    expect(screen.getByText(/^Only 25 of \d+ lines are shown/)).toBeTruthy();
  });

  it('leads to no other film once the change is undone, though the notes are closed', async () => {
    const app = await withSeries();
    await app.give(() => app.session.changeNotes(term));
    await app.settle(1_000);
    await app.user.click(button('Show'));
    await app.settle(1_000);
    expect(button('Next: E2, 25 lines')).toBeTruthy();
    await app.give(() => app.session.changeNotes(NO_NOTES));
    await app.settle(1_000);
    expect(screen.queryByRole('button', { name: /^Next: E2/ })).toBeNull();
  });

  it('is reported but not counted if it is the text about the film', async () => {
    const app = await withSeries({ ...NO_NOTES, about: 'Samples.' });
    await app.give(() => app.session.changeNotes({ ...NO_NOTES, about: 'More samples.' }));
    await app.settle(1_000);
    expect(shownText()).toBe(
      'Lines of 3 films were translated with another text in “About the film”. They are not counted.',
    );
    expect(screen.queryByRole('button', { name: /^Translate (it|them) again$/ })).toBeNull();
  });
});

describe('[D18.35] what to translate again', () => {
  const choice = () => within(screen.getByRole('radiogroup', { name: 'What to translate again' }));

  it('is asked with the lines, requests and price of each choice; Cancel sends nothing', async () => {
    const app = await withSeries();
    await app.give(() => app.session.changeNotes(term));
    await app.settle(1_000);
    const sent = app.requests.length;
    await app.user.click(button('Translate them again'));
    expect(
      choice().getByRole<HTMLInputElement>('radio', { name: /^This film: 5 lines, 1 request, about / }).checked,
    ).toBe(true);
    expect(choice().getByRole('radio', { name: /^All films: 30 lines in 2 films, 3 requests, about / })).toBeTruthy();
    await app.user.click(button('Cancel'));
    await app.settle(5_000);
    expect(app.requests).toHaveLength(sent);
    expect(document.activeElement).toBe(button('Translate them again'));
  });

  it('is “All films” at first if the open film has no such lines, and sends those of the others', async () => {
    const app = await withSeries();
    await app.give(() =>
      app.session.changeNotes({ ...NO_NOTES, terms: [{ source: 'Фраза 61', translation: 'F', note: '' }] }),
    );
    await app.settle(1_000);
    const sent = app.requests.length;
    await app.user.click(button('Translate them again'));
    expect(choice().getByRole('radio', { name: 'This film: no lines' })).toBeTruthy();
    expect(choice().getByRole<HTMLInputElement>('radio', { name: /^All films: 5 lines in 1 film, / }).checked).toBe(
      true,
    );
    await app.user.click(button('Translate again'));
    await app.settle(5_000);
    expect(app.requests.slice(sent).map(({ numbers }) => numbers[0])).toEqual([61]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Batches' }));
  });

  it('disappears with its lines, and does not come back for other lines', async () => {
    const app = await withSeries();
    await app.give(() => app.session.changeNotes(term));
    await app.settle(1_000);
    await app.user.click(button('Translate them again'));
    await app.give(() => app.session.changeNotes(NO_NOTES));
    await app.settle(1_000);
    expect(screen.queryByRole('dialog', { name: 'Translate again' })).toBeNull();
    await app.give(() => app.session.changeNotes(term));
    await app.settle(1_000);
    expect(shownText()).toMatch(/^30 lines in 2 films/);
    expect(screen.queryByRole('dialog', { name: 'Translate again' })).toBeNull();
  });
});
