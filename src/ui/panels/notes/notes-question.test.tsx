import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { inMs, readAgain, replyOf, success } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { progress } from '../../../engine/run-state.ts';
import { notesToOffer } from '../../../film/shown-facts.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const question = () => screen.queryByRole('dialog', { name: 'Use the suggested notes?' });
const answer = (name: string | RegExp) => within(question() as HTMLElement).getByRole('button', { name });

const person = (name: string) => ({ name, translation: `${name} in Portuguese`, gender: 'unknown', note: '' });
const found = (names: readonly string[]) =>
  success(JSON.stringify({ about: '', people: names.map(person), address: [], terms: [] }));

/** The page with a film that was read; `names`: of the people that each reading finds. */
async function read(names: readonly string[] = ['Анна', 'Борис'], others: readonly string[] = names) {
  let count = 0;
  const app = await renderApp({
    answer: ({ reading, numbers }) => (reading ? found(count++ === 0 ? names : others) : success(replyOf(numbers))),
  });
  await app.give(() => app.session.openSource(sampleSrt(60), [], 'Film.srt'));
  await app.pass(1_000);
  const readFilm = async () => {
    await app.give(() => app.session.readFilm([['Фраза 1']], { from: undefined, into: undefined }));
    await app.pass(2_000);
  };
  await readFilm();
  const batches = () => app.requests.filter(({ reading }) => !reading);
  return { ...app, readFilm, batches };
}

describe('[D15.10] proposed notes that nobody has decided about', () => {
  it('the page asks about them at "Translate", and sends them if they are used', async () => {
    const { click, state, batches, give, session } = await read();
    await click(button('Translate'), 500);
    expect(question()?.textContent).toContain('2 notes that your film notes do not have: Анна, Борис.');
    expect(batches()).toEqual([]);
    await click(answer('Use the 2 suggested notes'), 3_000);
    expect(question()).toBeNull();
    expect(state().notes.people.map(({ name }) => name)).toEqual(['Анна', 'Борис']);
    expect(batches()).toHaveLength(3);
    expect(batches().every(({ notes }) => notes?.includes('Борис in Portuguese'))).toBe(true);
    const before = state().batches;
    await give(session.undo);
    expect(state().notes.people, 'Undo removes the notes').toEqual([]);
    expect(state().batches, 'Undo changes no batch').toEqual(before);
  });

  it('do not become a question about a project that is opened meanwhile: nothing of it is sent', async () => {
    const { click, readFilm, session, give, batches, state } = await read();
    await give(() => session.endReading('drop'));
    await click(button('Try the first batch'), 3_000);
    const project = readAgain(state());
    await readFilm();
    await click(button('Resume'), 500);
    await give(() => void session.replace(project), 500);
    await click(answer('Without them'), 5_000);
    expect(batches()).toHaveLength(1);
  });

  it('the page asks about them by key; Escape and Cancel start nothing, and the focus returns', async () => {
    const { user, pass, batches, state } = await read();
    const translate = button('Translate');
    translate.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await pass(500);
    expect(question()).not.toBeNull();
    await user.click(answer('Cancel'));
    await pass(2_000);
    expect(question()).toBeNull();
    expect(document.activeElement).toBe(translate);
    expect([batches().length, state().batches.length]).toEqual([0, 0]);
    await user.click(translate);
    await pass(500);
    expect(question()).not.toBeNull();
  });

  it('are not asked about again after "Without them", neither at Resume nor after a reload', async () => {
    const { click, session, give, batches, state } = await read();
    await click(button('Try the first batch'), 500);
    await click(answer('Without them'), 3_000);
    expect(batches().map(({ notes }) => notes)).toEqual([undefined]);
    expect(state().reading?.found.people).toHaveLength(2);
    await click(button('Try the first batch again'), 3_000);
    expect(question()).toBeNull();
    expect(notesToOffer(readAgain(state()))).toEqual([]);
    await give(() => session.stop());
    await click(button('Resume'), 5_000);
    expect(question()).toBeNull();
    expect(progress(state()).ok).toBe(3);
  });

  it('the page asks again once another reading has found more', async () => {
    const { click, readFilm } = await read(['Анна'], ['Вера']);
    await click(button('Try the first batch'), 500);
    expect(question()?.textContent).toContain('1 note that your film notes do not have: Анна.');
    await click(answer('Without it'), 3_000);
    await readFilm();
    await click(button('Resume'), 500);
    expect(question()?.textContent).toContain('Анна, Вера');
    await click(answer('Cancel'), 3_000);
    expect(button('Resume')).toBeTruthy();
  });

  it('the page asks before a run continues, if the film was read after its first batch', async () => {
    const { click, readFilm, session, give, batches } = await read();
    await give(() => session.endReading('drop'));
    await click(button('Try the first batch'), 3_000);
    expect(question()).toBeNull();
    await readFilm();
    await click(button('Try the first batch again'), 500);
    await click(answer(/^Use the/), 3_000);
    await click(button('Resume'), 5_000);
    expect(batches().map(({ notes }) => notes !== undefined)).toEqual([false, true, true, true]);
  });

  it('the question names at most eight rows, and none that were accepted, discarded or are in the notes', async () => {
    const { click, session, give, state } = await read(Array.from({ length: 12 }, (_, at) => `Name${at + 1}`));
    await click(button('Translate'), 500);
    expect(question()?.textContent).toContain('suggests 12 notes');
    expect(question()?.textContent).toContain('Name8 and 4 more');
    expect(answer('Use the 12 suggested notes')).toBeTruthy();
    await click(answer('Cancel'), 100);
    const { people } = state().reading?.found ?? { people: [] };
    await give(() => session.changeNotes({ ...state().notes, people: people.slice(0, 11) }));
    await click(button('Translate'), 500);
    expect(question()?.textContent).toContain('1 note that your film notes do not have: Name12.');
    await click(answer('Cancel'), 100);
    await give(() => session.changeNotes({ ...state().notes, people }));
    await click(button('Translate'), 500);
    expect(question()).toBeNull();
    expect(state().batches).toHaveLength(3);
  });

  describe('while the film is still being read', () => {
    const reading = () => screen.queryByRole('dialog', { name: 'The film is still being read.' });
    const press = (name: string) => within(reading() as HTMLElement).getByRole('button', { name });
    async function reads(names: readonly string[]) {
      const app = await renderApp({
        answer: ({ reading: isReading, numbers }) =>
          isReading ? inMs(10_000, found(names)) : success(replyOf(numbers)),
      });
      await app.give(() => app.session.openSource(sampleSrt(60), [], 'Film.srt'));
      await app.pass(1_000);
      await app.give(() => app.session.readFilm([['Фраза 1']], { from: undefined, into: undefined }));
      await app.pass(500);
      const finish = () => app.pass(10_000);
      return { ...app, finish, batches: () => app.requests.filter(({ reading: isReading }) => !isReading) };
    }

    it('"Translate" asks, and "Wait for the notes" sends nothing', async () => {
      const { click, finish, batches, state } = await reads(['Анна', 'Борис']);
      await click(button('Translate'), 500);
      expect(question()).toBeNull();
      await click(press('Wait for the notes'), 1_000);
      expect([reading(), batches().length, state().batches.length]).toEqual([null, 0, 0]);
      await finish();
      await click(button('Translate'), 500);
      await click(answer('Use the 2 suggested notes'), 3_000);
      expect(batches()[0]?.notes).toContain('Борис in Portuguese');
    });

    it('"Translate without them" sends the batches, and the page asks about the notes when they arrive', async () => {
      const { click, finish, batches } = await reads(['Анна']);
      await click(button('Try the first batch'), 500);
      await click(press('Translate without them'), 3_000);
      expect(batches().map(({ notes }) => notes)).toEqual([undefined]);
      await finish();
      await click(button('Resume'), 500);
      expect(question()?.textContent).toContain('Анна');
    });

    it('a question that stays open asks about the notes when they arrive', async () => {
      const { click, finish, batches } = await reads(['Анна']);
      await click(button('Translate'), 500);
      await finish();
      expect(reading()).toBeNull();
      await click(answer('Use the suggested note'), 3_000);
      expect(batches()[0]?.notes).toContain('Анна in Portuguese');
    });

    it('a question that stays open lets the run begin if the model finds nothing', async () => {
      const { click, finish, batches } = await reads([]);
      await click(button('Translate'), 500);
      await finish();
      expect([reading(), question()]).toEqual([null, null]);
      expect(batches()).toHaveLength(3);
    });
  });

  it('a retry of failed batches is not asked about', async () => {
    let isDown = true;
    const app = await renderApp({
      answer: ({ reading, numbers }) =>
        reading ? found(['Анна']) : success(isDown && numbers[0] === 21 ? 'No.' : replyOf(numbers)),
    });
    await app.give(() => app.session.openSource(sampleSrt(40), [], 'Film.srt'));
    await app.pass(500);
    await app.click(button('Translate'), 5_000);
    await app.give(() => app.session.readFilm([['Фраза 1']], { from: undefined, into: undefined }));
    await app.pass(2_000);
    isDown = false;
    await app.click(button(/^Retry failed|^Retry 1 failed/), 3_000);
    expect(question()).toBeNull();
    expect(progress(app.state()).ok).toBe(2);
  });
});
