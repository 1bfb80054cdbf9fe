import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { type Answer, failure, readAgain, success } from '../../../../test/session-harness.ts';
import { live, modelOf } from '../../../../test/settings-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { NO_NOTES } from '../../../notes/notes.ts';
import { estimateCall, sumOfTokens } from '../../../prices/estimate.ts';
import { DEFAULT_MODEL } from '../../../providers/endpoints.ts';

beforeEach(() => void vi.useFakeTimers());

const PEOPLE = [{ name: 'Анна', translation: 'Ana', gender: 'female', note: '' }] as const;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const region = () => screen.getByRole('region', { name: 'Film notes' });
const table = (name: string) => within(screen.getByRole('table', { name }));
const cell = (of: string, name: string) => table(of).getByLabelText<HTMLInputElement>(name);

/** The page with a film whose notes are open. */
async function withFilm() {
  const app = await renderApp();
  await app.give(() => app.session.openSource(sampleSrt(40), [], 'Film 1.srt'));
  await app.pass(1_000);
  await app.user.click(button('Film notes'));
  return app;
}

describe('the region', () => {
  it('[D15.5] is folded while empty, and otherwise summarizes its contents', async () => {
    const { session, give, user } = await withFilm();
    expect(button('Film notes').getAttribute('aria-expanded')).toBe('true');
    await user.click(button('Film notes'));
    expect(region().textContent).toBe('Film notes');
    await give(() =>
      session.changeNotes({ ...NO_NOTES, people: PEOPLE, terms: [{ source: 'a', translation: '', note: '' }] }),
    );
    expect(region().textContent).toMatch(/^Film notes1 person, 1 term · about \d+ tokens a request$/);
  });

  it('[D15.5] a person adds and removes rows by keyboard, and a double click adds or removes only one', async () => {
    const { state, session, give, user } = await withFilm();
    await user.click(button('Add person'));
    await user.keyboard('Anna{Tab}Ana{Tab}{Tab}a nurse');
    await user.selectOptions(cell('People', 'Gender 1'), 'female');
    await user.click(button('Add form of address'));
    await user.keyboard('Anna{Tab}Boris{Tab}informal');
    expect(state().notes).toMatchObject({
      people: [{ name: 'Anna', translation: 'Ana', gender: 'female', note: 'a nurse' }],
      address: [{ from: 'Anna', to: 'Boris', form: 'informal' }],
    });
    expect(state().past).toEqual([]);
    await user.click(button('Remove Anna'));
    expect(state().notes.people).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Add person');
    await give(() => session.undo());
    expect(cell('People', 'Name 1').value).toBe('Anna');
    const people = ['Anna', 'Boris', 'Clara'].map((name) => ({ ...PEOPLE[0], name }));
    await give(() => session.changeNotes({ ...NO_NOTES, people }));
    await user.dblClick(button('Remove Anna'));
    expect(state().notes.people.map(({ name }) => name)).toEqual(['Boris', 'Clara']);
    await user.click(button('Add term'));
    await user.click(screen.getAllByRole('columnheader', { name: 'Translation' }).at(-1) as HTMLElement);
    await user.keyboard('fly');
    expect(state().notes.terms).toMatchObject([{ source: 'fly' }]);
  });

  it('[D15.5][D15.4] rows pasted from a spreadsheet become cells, as one step, also with a capitalized gender', async () => {
    const { state, session, give, user } = await withFilm();
    await user.click(button('Add term'));
    await user.paste('fly\tmosca\r\nship\tnavio\tа корабль');
    expect(state().notes.terms).toEqual([
      { source: 'fly', translation: 'mosca', note: '' },
      { source: 'ship', translation: 'navio', note: 'а корабль' },
    ]);
    await give(() => session.undo());
    expect(state().notes.terms).toEqual([{ source: '', translation: '', note: '' }]);
    await user.click(button('Add person'));
    await user.paste('Anna\tAna\tFemale\tThe nurse');
    expect(state().notes.people).toEqual([{ name: 'Anna', translation: 'Ana', gender: 'female', note: 'The nurse' }]);
  });

  it('[D15.52] offers "who speaks" if the file names speakers; it is on once there are notes', async () => {
    const { state, session, user, give, pass } = await withFilm();
    const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Tell the model who speaks' });
    expect(tick()).toBeNull();
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v NURSE>Hi</v>\n\n00:03.000 --> 00:04.000\nYo\n';
    await give(() => session.openSource(vtt, [], 'Film 2.vtt'));
    await pass(1_000);
    expect(tick()).toMatchObject({ checked: false, disabled: true });
    await give(() => session.changeNotes({ ...NO_NOTES, people: PEOPLE }));
    expect(tick()).toMatchObject({ checked: true, disabled: false });
    const tokens = () => Number(/about (\d+) tokens/.exec(region().textContent ?? '')?.[1]);
    const withNames = tokens();
    await user.click(screen.getByRole('checkbox', { name: 'Tell the model who speaks' }));
    expect(state().notes).toEqual({ ...NO_NOTES, people: PEOPLE, tellsSpeakers: false });
    expect(tick()?.checked).toBe(false);
    // "Speakers: 1 NURSE"
    expect(withNames - tokens()).toBeGreaterThan(3);
    await give(() => session.clear('all'));
    expect(state().notes.tellsSpeakers).toBe(false);
    await give(() => session.openSource(vtt.replace('Hi', 'Another one'), [], 'Film 3.vtt'));
    expect(state().notes.tellsSpeakers).toBe(true);
  });

  it('[D15.7] says what is not sent and which rows are about the same thing; a full table accepts no further row', async () => {
    const { session, give, state } = await withFilm();
    await give(() => session.changeNotes({ ...NO_NOTES, about: 'x'.repeat(2_001), people: [...PEOPLE, ...PEOPLE] }));
    const status = within(region()).getByRole('status', { name: 'About these notes' });
    expect(status.textContent).toContain('the last 1 character will not be sent. The limit is 2,000.');
    expect(status.textContent).toContain('People: rows 1, 2 have the same name. All are sent.');
    const people = Array.from({ length: 61 }, (_, index) => ({ ...PEOPLE[0], name: `p${index}` }));
    await give(() => session.changeNotes({ ...NO_NOTES, people: people as never }));
    expect(state().notes.people).toHaveLength(60);
    expect((button('Add person') as HTMLButtonElement).disabled).toBe(true);
    expect(region().textContent).toContain('60 rows at most');
  });

  it('[D15.7] asks before it pastes more than 50 rows, and says how many do not fit', async () => {
    const { state, session, give, user } = await withFilm();
    await user.click(button('Add term'));
    const film = Array.from({ length: 4_801 }, (_, index) => `line ${index}`).join('\n');
    await user.click(screen.getByLabelText('Original 1'));
    await user.paste(film);
    expect(state().notes.terms).toHaveLength(1);
    const dialog = within(screen.getByRole('dialog', { name: 'Paste 4,801 rows into Terms?' }));
    expect(dialog.getByText('Only the first 500 terms are sent, 4,301 are not.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(state().notes.terms).toEqual([{ source: '', translation: '', note: '' }]);
    expect(document.activeElement).toBe(screen.getByLabelText('Original 1'));
    await user.paste(film);
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    expect(state().notes.terms).toHaveLength(500);
    expect(state().past.at(-1)).toMatchObject({
      words: 'Pasted 4,801 rows into Terms. Only the first 500 terms are sent, 4,301 are not',
    });
    await give(() => session.undo());
    expect(state().notes.terms).toHaveLength(1);
  });

  it('[D15.4] offers the notes of the previous film', async () => {
    const { state, session, give, user, pass } = await withFilm();
    await give(() => session.changeNotes({ ...NO_NOTES, people: PEOPLE }));
    await give(() => session.openSource(sampleSrt(5), [], 'Film 2.srt'));
    await user.click(button('Use the notes of Film 1'));
    await pass(10);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'About the film' }));
    expect(state().notes.people).toEqual(PEOPLE);
    expect(screen.queryByRole('button', { name: 'Use the notes of Film 1' })).toBeNull();
    // The offer is visible even if the notes were never opened.
    await user.click(button('Film notes'));
    await give(() => session.openSource(sampleSrt(6), [], 'Film 3.srt'));
    await user.click(button('Use the notes of Film 2'));
    await pass(10);
    expect(document.activeElement).toBe(button('Film notes'));
    expect(state().notes.people).toEqual(PEOPLE);
  });
});

describe('terms as a file', () => {
  /** Chooses a file with these bytes. */
  async function choose(app: Awaited<ReturnType<typeof withFilm>>, bytes: string | Uint8Array<ArrayBuffer>) {
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      Object.defineProperty(this, 'files', { value: [new File([bytes], 'terms.csv')] });
      this.onchange?.(new Event('change'));
    });
    await app.user.click(button('Import terms'));
    await app.pass(200);
  }

  it('[D15.6] the rows of a file are appended to the table; omitted rows are reported', async () => {
    const app = await withFilm();
    await app.give(() =>
      app.session.changeNotes({ ...NO_NOTES, terms: [{ source: 'old', translation: '', note: '' }] }),
    );
    const rows = Array.from({ length: 20_000 }, (_, index) => `term ${index};x`).join('\n');
    const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    await choose(app, `Source;Translation\n${rows}`);
    expect(app.state().notes.terms).toHaveLength(500);
    // The new rows pushed the message out of the window.
    expect(shown.mock.contexts.map((each) => (each as HTMLElement).textContent)).toEqual([
      expect.stringMatching(/^499 terms added/),
    ]);
    expect(
      app
        .state()
        .notes.terms.slice(0, 2)
        .map(({ source }) => source),
    ).toEqual(['old', 'term 0']);
    expect(region().textContent).toContain('499 terms added. 19,501 rows are not added: the limit is 500 terms.');
    await app.give(() => app.session.undo());
    expect(app.state().notes.terms).toHaveLength(1);
  });

  it('[D15.6] may be in another encoding; an unclosed quote is reported', async () => {
    const app = await withFilm();
    const text = Array.from({ length: 30 }, () => 'муха,mosca,насекомое которое летает').join('\n');
    const bytes = Uint8Array.from(`${text}\n"открыто,x`, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - 0x430 + 0xe0;
    });
    await choose(app, bytes);
    expect(app.state().notes.terms[0]).toEqual({
      source: 'муха',
      translation: 'mosca',
      note: 'насекомое которое летает',
    });
    expect(region().textContent).toContain('A quotation mark in row 31 is not closed. Check this row.');
  });

  it('[D15.6] a file that cannot be read as a table is refused in words about tables', async () => {
    const app = await withFilm();
    await choose(
      app,
      Uint8Array.from({ length: 400 }, (_, at) => at % 7),
    );
    expect(region().textContent).toContain(
      'terms.csv is not text. Save the table of terms as CSV in your spreadsheet program, then choose that file.',
    );
    expect(region().textContent).not.toMatch(/subtitle file|video/);
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
    await choose(app, new Uint8Array(11 * 1024 * 1024));
    expect(region().textContent).toContain(
      'terms.csv is too large for a table of terms. Choose a smaller file: the limit is 10 MB and 500 terms.',
    );
    expect(read).not.toHaveBeenCalled();
    read.mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    await choose(app, 'fly,mosca');
    expect(region().textContent).toContain('"terms.csv" could not be read. Was it moved or changed? Open it again.');
    const project = app.state();
    for (const another of [
      () => app.session.openSource(sampleSrt(9), [], 'Film 2.srt'),
      () => app.session.replace(project),
    ]) {
      await choose(app, 'fly,mosca');
      expect(region().textContent).toContain('1 term added.');
      await app.give(another);
      expect(region().textContent).not.toContain('added');
    }
  });

  /** Chooses a file that is read only after `meanwhile` has happened. */
  async function chooseSlowly(app: Awaited<ReturnType<typeof withFilm>>, text: string, meanwhile: () => Promise<void>) {
    let giveBytes = (_: ArrayBuffer) => {};
    const bytes = new Promise<ArrayBuffer>((resolve) => {
      giveBytes = resolve;
    });
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValueOnce(bytes);
    await choose(app, text);
    await meanwhile();
    giveBytes(new TextEncoder().encode(text).buffer);
    await app.pass(200);
  }
  const NOT_IMPORTED = 'terms.csv was not imported, because another film was opened.';

  it('[D15.6] are not imported if another film was opened meanwhile, and the page says so', async () => {
    const app = await withFilm();
    await chooseSlowly(app, 'fly,mosca', () => app.give(() => app.session.openSource(sampleSrt(9), [], 'Film 2.srt')));
    expect(region().textContent).toContain(NOT_IMPORTED);
    expect(screen.queryByDisplayValue('mosca')).toBeNull();
    expect(app.state().notes.terms).toEqual([]);
  });

  it('[D15.6] are not imported if a project of the same film was opened meanwhile, either', async () => {
    const app = await withFilm();
    const project = { ...app.state(), notes: { ...NO_NOTES, about: 'Of the project' } };
    await chooseSlowly(app, 'fly,mosca', () => app.give(() => app.session.replace(project)));
    expect(region().textContent).toContain(NOT_IMPORTED);
    expect(app.state().notes).toEqual(project.notes);
    await chooseSlowly(app, 'fly,mosca', async () => {
      await app.give(() => app.session.changeNotes({ ...NO_NOTES, about: 'Typed' }, 'Typed'));
      await app.give(() => app.session.translate());
    });
    expect(app.state().notes.terms).toHaveLength(1);
  });

  it('[D15.6] are imported if somebody only edited the film’s text meanwhile, but not if another film was pasted', async () => {
    const app = await withFilm();
    const { sourceText } = app.state();
    const edit = (text: string) => () => app.give(() => app.session.edit('original', text));
    await chooseSlowly(app, 'fly,mosca', edit(sourceText.replace('Фраза 2', 'Фразаж 2')));
    expect(region().textContent).toContain('1 term added.');
    expect(app.state().notes.terms).toHaveLength(1);
    await edit(sourceText)();
    expect(region().textContent).toContain('1 term added.');
    await chooseSlowly(app, 'fly,mosca', edit(sampleSrt(40).replaceAll('Фраза', 'Another').replaceAll('00:', '01:')));
    expect(region().textContent).toContain(NOT_IMPORTED);
  });

  it('[D15.6] a failed import, and omitted rows, are reported on the page if the notes are closed by then', async () => {
    const app = await withFilm();
    const close = () => app.user.click(button('Film notes'));
    await chooseSlowly(app, '', close);
    expect(document.body.textContent).toContain('No term was found in terms.csv.');
    await close();
    const rows = Array.from({ length: 600 }, (_, index) => `term ${index};x`).join('\n');
    await chooseSlowly(app, `Source;Translation\n${rows}`, close);
    expect(region().textContent).not.toContain('left out');
    expect(document.body.textContent).toContain('500 terms added. 100 rows are not added: the limit is 500 terms.');
    expect(button('Undo')).toBeTruthy();
  });
});

describe('after the run', () => {
  it('[D15.3] batches made with other notes are counted, shown, and sent again', async () => {
    const { session, give, user, pass, requests } = await withFilm();
    await give(session.translate);
    await pass(3_000);
    await user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
    await pass(1_000);
    expect(screen.queryByText(/translated with other notes/)).toBeNull();
    await give(() => session.changeNotes({ ...NO_NOTES, people: PEOPLE }));
    await pass(1_000);
    expect(screen.getByText('2 batches were translated with other notes than now')).toBeTruthy();
    await user.click(button('Translate them again'));
    await pass(3_000);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Batches' }));
    expect(requests.slice(2).map(({ notes }) => notes?.includes('Ana'))).toEqual([true, true]);
    expect(screen.queryByText(/translated with other notes/)).toBeNull();
  });

  /** The sheet over a translated film whose second batch was made without a term. */
  async function withOtherNotes() {
    const app = await withFilm();
    await app.give(app.session.translate);
    await app.pass(3_000);
    await app.user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
    const terms = [{ source: 'Фраза 40', translation: 'Frase', note: '' }];
    await app.give(() => app.session.changeNotes({ ...NO_NOTES, terms }));
    await app.pass(1_000);
    return { ...app, terms };
  }

  it('[D15.3] Show leads to the first of their lines, and Lines says that it shows only these', async () => {
    const { user, pass } = await withOtherNotes();
    button('Show').focus();
    await user.keyboard('{Enter}');
    await act(() => vi.dynamicImportSettled());
    await pass(1_000);
    expect(document.activeElement?.getAttribute('data-number')).toBe('21');
    const status = () =>
      screen.queryByText('Only 20 of 40 lines are shown: those that were translated with other notes.');
    expect(status()?.role).toBe('status');
    await user.click(within(status() as HTMLElement).getByRole('button', { name: 'Show all lines' }));
    await pass(100);
    expect(status()).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('43');
    expect(document.activeElement?.role).toBe('row');
  });

  it('[D15.3] says so if all lines of the film are shown', async () => {
    const { session, give, pass, user } = await withOtherNotes();
    await give(() => session.changeNotes({ ...NO_NOTES, about: 'A film' }));
    await pass(1_000);
    await user.click(button('Show'));
    await act(() => vi.dynamicImportSettled());
    await pass(1_000);
    expect(screen.getByText('All lines are shown: all were translated with other notes.')).toBeTruthy();
  });

  it('[D9.28] the price counts only the lines that are sent', async () => {
    const { session, give, pass } = await withOtherNotes();
    const tokens = () =>
      Number(
        /about ([\d,]+) tokens/.exec(screen.getByLabelText('Other notes').textContent ?? '')?.[1]?.replaceAll(',', ''),
      );
    const whole = tokens();
    const numbers = Array.from({ length: 19 }, (_, place) => 21 + place);
    await give(() => session.markLines(numbers, { confirmed: true }));
    await pass(1_000);
    expect(tokens()).toBeLessThan(whole / 2);
  });

  it('[D15.3] sends exactly the batches that were shown, even if a row was typed since', async () => {
    const { session, give, pass, requests, terms } = await withOtherNotes();
    const again = button('Translate it again');
    await give(() => {
      session.changeNotes({ ...NO_NOTES, terms, people: PEOPLE });
      again.click();
    });
    await pass(3_000);
    expect(requests.slice(2).map(({ numbers }) => numbers[0])).toEqual([21]);
  });

  it('[D15.4][D15.5] the sheet has its own Undo, which keeps the focus while there are further steps', async () => {
    const { state, session, give, user, pass } = await withFilm();
    await give(session.translate);
    await pass(3_000);
    const people = [...PEOPLE, { ...PEOPLE[0], name: 'Борис' }];
    await give(() => session.changeNotes({ ...NO_NOTES, people }));
    await user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
    await user.click(button('Remove Анна'));
    await user.click(button('Remove Борис'));
    const sheet = within(screen.getByRole('dialog', { name: 'Film notes' }));
    expect(sheet.getByText('Removed Борис.')).toBeTruthy();
    const undo = sheet.getByRole('button', { name: 'Undo' });
    await user.dblClick(undo);
    expect(state().notes.people).toEqual(people.slice(1));
    await user.click(button('Remove Борис'));
    undo.focus();
    await user.keyboard('{Enter}');
    await pass(10);
    expect(sheet.getByText('Removed Анна.')).toBeTruthy();
    expect(document.activeElement).toBe(undo);
    await user.keyboard('{Enter}');
    await pass(10);
    expect(state().notes.people).toEqual(people);
    expect(sheet.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(sheet.getByRole('heading', { name: 'Film notes' }));
  });

  it('[D15.5] the sheet stays open when the run ends; closing it then focuses the batches, because its button is gone', async () => {
    const { session, give, user, pass } = await withFilm();
    await give(session.translate);
    await user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
    await user.click(screen.getByLabelText('About the film'));
    await pass(3_000);
    await user.keyboard('A comedy.');
    expect(session.store.getState().notes.about).toBe('A comedy.');
    await give(() => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Film notes' }).close(), 300);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Batches' }));
  });

  it('[D15.5] the sheet stays closed when the work returns from another tab', async () => {
    const { session, give, user, page, unmount } = await withFilm();
    await give(session.translate);
    await user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
    expect(page.getState().notesShown).toBe(true);
    unmount();
    expect(page.getState().notesShown).toBe(false);
  });

  it('[D15.3] a batch with only confirmed lines is not counted until a mark is removed', async () => {
    const { session, give, user, pass } = await withFilm();
    await give(session.translate);
    await pass(3_000);
    await user.click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement);
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    await give(() => session.markLines(numbers.slice(0, 20), { confirmed: true }));
    await give(() => session.changeNotes({ ...NO_NOTES, people: PEOPLE }));
    await pass(1_000);
    const status = () => screen.queryByRole('status', { name: 'Other notes' });
    expect(status()?.textContent).toMatch(/^1 batch was translated with other notes.*Translate it again1 request, /);
    await give(() => session.markLines(numbers, { confirmed: true }));
    await pass(1_000);
    expect(status()).toBeNull();
    await give(() => session.markLines([7], { confirmed: false }));
    await pass(1_000);
    expect(status()?.textContent).toMatch(/^1 batch was translated/);
  });
});

describe('[D15.9] Read the film', () => {
  const found = (name: string) =>
    success(
      JSON.stringify({
        about: 'A comedy.',
        people: [{ name, translation: 'Ana', gender: 'female', note: '' }],
        address: [],
        terms: [{ source: 'муха', translation: 'mosca', note: '' }],
      }),
    );
  const dialog = () => within(screen.getByRole('dialog', { name: 'Read the film' }));
  const proposal = () => within(screen.getByRole('group', { name: 'Suggested notes' }));

  async function asked(answer: () => Answer, contextTokens?: number, lines = 40) {
    const model = { ...modelOf('openai', DEFAULT_MODEL.id), ...(contextTokens && { contextTokens }) };
    const app = await renderApp({ answer, listModels: (id) => (id === 'openai' ? live(model) : live()) });
    await app.give(() => app.session.openSource(sampleSrt(lines), [], 'Film 1.srt'));
    await app.pass(1_000);
    await app.user.click(button('Film notes'));
    await app.user.click(button('Read the film'));
    await app.pass(200);
    return app;
  }

  it('shows the price before anything is sent; Cancel sends nothing', async () => {
    const { user, requests, pass } = await asked(() => found('Анна'));
    expect(screen.getByRole('dialog', { name: 'Read the film' }).textContent).toMatch(/1 request: about [\d,]+ tokens/);
    expect(dialog().getByText(/^Reads with /)).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await pass(2_000);
    expect(requests).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends earlier findings with later parts, as far as they fit', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ name: `Анна ${at}`, translation: `Ana ${at}`, note: '' }));
    const { user, requests, pass } = await asked(() => success(JSON.stringify({ people: rows })), 6_000, 2_000);
    const [, status = ''] = /about ([\d,]+) tokens/.exec(screen.getByRole('dialog').textContent ?? '') ?? [];
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(20_000);
    expect(requests.length).toBeGreaterThan(3);
    const sent = requests.map(({ reading }) =>
      estimateCall({ prompt: '', phrases: [], context: [], ...(reading && { reading }) }, DEFAULT_MODEL),
    );
    const { input, output } = sumOfTokens(sent);
    const share = Number(status.replaceAll(',', '')) / (input + output);
    expect(share).toBeGreaterThanOrEqual(1);
    expect(share).toBeLessThan(1.3);
  });

  it('[D15.8][D9.22] warns beforehand if "Stop at", or what remains of it, is less than the price', async () => {
    const { user, pass, give, settings, requests } = await asked(() => found('Анна'), 6_000, 2_000);
    const status = () => dialog().getByRole('status', { name: 'Limit' }).textContent;
    const stopAt = (sum: number) => give(() => settings.setPrices({ stopAt: sum }));
    expect(status()).toBe('');
    const [, low = '', high = ''] = /\$(\d+\.\d+)–(\d+\.\d+)/.exec(screen.getByRole('dialog').textContent ?? '') ?? [];
    await stopAt((Number(low) + Number(high)) / 2);
    expect(status()).toMatch(
      /^The reading may cost more than the \$[\d.]+ that are left under “Stop at”\. Then the reading pauses before the end\.$/,
    );
    await stopAt(0.01);
    expect(status()).toBe(
      'The reading costs more than the $0.01 that are left under “Stop at”, so the reading will pause before the end.',
    );
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(1_000);
    expect(requests).toHaveLength(0);
    await stopAt(Number(high) * 2);
    await user.click(button('Resume reading'));
    await pass(60_000);
    await stopAt(Number(high));
    await user.click(button('Read the film'));
    await pass(200);
    expect(status()).toMatch(/^The reading may cost more than the \$[\d.]+ that are left under “Stop at”\. /);
  });

  it('[D15.8] says if the model accepts too little text at once', async () => {
    const { requests } = await asked(() => found('Анна'), 2_048);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('status', { name: 'Reading' }).textContent).toBe(
      `${DEFAULT_MODEL.id} reads only 2,048 tokens at once, too few for a film. Choose another model. Nothing was sent.`,
    );
    expect(requests).toHaveLength(0);
  });

  it('sends nothing if another film was opened meanwhile', async () => {
    const { session, give, requests, pass } = await asked(() => found('Анна'));
    await give(() => session.openSource(sampleSrt(9), [], 'Film 2.srt'));
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests).toHaveLength(0);
  });

  it('[D15.9] proposes rows that count only once a person accepts them, conflicting ones one by one', async () => {
    const { user, session, state, give, pass } = await asked(() => found('Анна'));
    await give(() => session.changeNotes({ ...NO_NOTES, people: [{ ...PEOPLE[0], translation: 'Anna' }] }));
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(1_500);
    expect(state().notes.terms).toEqual([]);
    expect(proposal().getByText(/^your notes say/).textContent).toBe('your notes say: Anna, female');
    fireEvent.click(proposal().getByRole('button', { name: 'Add all' }), { detail: 1 });
    fireEvent.click(proposal().getByRole('button', { name: 'Discard suggestions' }), { detail: 2 });
    expect(state().notes).toMatchObject({
      about: 'A comedy.',
      people: [{ translation: 'Anna' }],
      terms: [{ source: 'муха' }],
    });
    await user.click(proposal().getByRole('button', { name: 'Replace Анна' }));
    expect(state().notes.people).toMatchObject([{ name: 'Анна', translation: 'Ana' }]);
    expect(screen.getByText('All suggestions are in your notes.')).toBeTruthy();
    await give(() => session.undo());
    await give(() => session.undo());
    expect(state().notes).toMatchObject({ about: '', people: [{ translation: 'Anna' }], terms: [] });
    const named = { ...PEOPLE[0], translation: '', gender: 'unknown', note: '' } as const;
    await give(() => session.changeNotes({ ...NO_NOTES, people: [named] }));
    expect(proposal().getByText('your notes have no translation')).toBeDefined();
  });

  it('keeps the focus while notes are requested, accepted and discarded', async () => {
    const { user, pass } = await asked(() => found('Анна'));
    const focused = () => document.activeElement?.textContent;
    dialog().getByRole('button', { name: 'Send' }).focus();
    await user.keyboard('{Enter}');
    await pass(10);
    expect(focused()).toBe('Stop');
    await user.keyboard('{Enter}');
    await pass(1_500);
    expect(focused()).toMatch(/^(Go on|Read the film)$/);
    proposal().getByRole('button', { name: 'Add Анна' }).focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Add муха');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Add the text about the film');
    proposal().getByRole('button', { name: 'Add all' }).focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Discard suggestions');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Read the film');
  });

  it('says why it stopped, and continues when asked', async () => {
    let count = 0;
    const { user, state, pass } = await asked(() => (count++ === 0 ? failure('server', 'Overloaded') : found('Анна')));
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(1_500);
    expect(screen.getByRole('status', { name: 'Reading' }).textContent).toBe('Paused. Parts read: 0 of 1. Overloaded');
    await user.click(button('Resume reading'));
    await pass(1_500);
    expect(state().reading?.stage).toBe('done');
    await user.click(proposal().getByRole('button', { name: 'Discard suggestions' }));
    expect(screen.queryByRole('group', { name: 'Suggested notes' })).toBeNull();
  });

  it('[D15.8] says what to do after each kind of failure, and continues when asked; an unreadable reply, or one without findings, is reported', async () => {
    const answers: Answer[] = [];
    const { user, pass, state } = await asked(() => answers.shift() as Answer);
    const status = () => screen.getByRole('status', { name: 'Reading' }).textContent;
    const press = async (name: string, answer: Answer) => {
      answers.push(answer);
      await user.click(button(name));
      await pass(1_500);
    };
    let next = 'Send';
    for (const [kind, words] of [
      ['bad-key', /^Paused\. Parts read: 0 of 1\. The provider rejects the key\. .* then press Resume reading\. Said$/],
      ['connection', /Check the connection\. .* Then press Resume reading\. Said$/],
      [
        'refused',
        /^Paused\. Parts read: 0 of 1\. The model refuses to read this\. .* then press Resume reading\. Said$/,
      ],
      ['cut-off', /The reply was too long and was cut off\. .* then press Resume reading\. Said$/],
    ] as const) {
      await press(next, failure(kind, 'Said'));
      expect(status()).toMatch(words);
      expect(readAgain(state()).reading).toMatchObject({ failure: kind });
      next = 'Resume reading';
    }
    await press('Resume reading', success('I cannot do that.'));
    expect(status()).toBe('The reply of the model could not be used. Read the film again, or choose another model.');
    // Beside the message the heading only says that there is nothing to take.
    const group = screen.getByRole('group', { name: 'Suggested notes' });
    expect(group.querySelector('strong')?.textContent).toBe('No suggestions');
    await user.click(button('Read the film'));
    await pass(200);
    await press('Send', success('{"about":"","people":[],"address":[],"terms":[]}'));
    expect(screen.getByText('The model found no names or terms.')).toBeTruthy();
  });

  it('[D5.20] the refusal of one key is not shown for another key', async () => {
    const { user, pass, give, settings } = await asked(() => failure('bad-key', 'Incorrect key'));
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(1_500);
    await give(() => settings.setKey('openai', 'another'), 500);
    expect(screen.getByRole('status', { name: 'Reading' }).textContent).toBe('Stopped. Parts read: 0 of 1.');
  });

  it('[D15.8] the film is read in parts that fit the model, and "Resume reading" shows the missing parts first for another model', async () => {
    let count = 0;
    const answer = () => (count++ === 1 || count === 3 ? failure('server', 'Overloaded') : found(`Анна ${count}`));
    const { user, pass, give, settings, state, requests } = await asked(answer, 3_000, 150);
    const tokens = () =>
      Number(/about ([\d,]+) tokens/.exec(screen.getByRole('dialog').textContent ?? '')?.[1]?.replaceAll(',', ''));
    const ofAll = tokens();
    expect(screen.getByRole('dialog').textContent).toMatch(/2 requests, one after the other/);
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(3_000);
    await user.click(button('Resume reading'));
    await pass(3_000);
    expect(requests.map(({ reading }) => reading?.user.includes('Found in the parts before'))).toEqual([
      false,
      true,
      true,
    ]);
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o' }));
    await user.click(button('Resume reading'));
    await pass(3_000);
    expect(requests).toHaveLength(3);
    expect(screen.getByRole('dialog', { name: 'Read the film' }).textContent).toMatch(
      /^Read the film ?The model reads the rest of the film\. 1 request: about/,
    );
    expect(dialog().getByText(/^Reads with .*gpt-4o/i)).toBeTruthy();
    expect(tokens()).toBeLessThan(ofAll * 0.75);
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(3_000);
    expect(requests).toHaveLength(4);
    expect(state().reading?.stage).toBe('done');
  });

  it.each([
    ['while a part is read', 100],
    ['while it waits between two parts', 20_000],
  ])(
    '[D15.8] stops before the next part if another model was chosen %s, until "Go on" shows its price',
    async (_, ms) => {
      let count = 0;
      let isRefused = ms > 1_000;
      const answer = () => (++count > 1 && isRefused ? failure('rate-limit', 'slow', 10_000) : found(`Анна ${count}`));
      const { user, pass, give, settings, state, requests } = await asked(answer, 2_900, 250);
      await user.click(dialog().getByRole('button', { name: 'Send' }));
      await pass(ms);
      const sent = requests.length;
      isRefused = false;
      await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o' }));
      await pass(20_000);
      expect(requests).toHaveLength(sent);
      expect(state().reading).toMatchObject({ stage: 'stopped', done: 1 });
      expect(screen.getByRole('status', { name: 'Reading' }).textContent).toBe(
        'Paused. Parts read: 1 of 2. The model or its price has changed. “Resume reading” shows what the rest of the reading costs.',
      );
      await user.click(button('Resume reading'));
      await pass(1_000);
      expect(dialog().getByText(/^Reads with .*gpt-4o/i)).toBeTruthy();
      await user.click(dialog().getByRole('button', { name: 'Send' }));
      await pass(20_000);
      expect(state().reading?.stage).toBe('done');
    },
  );

  it('[D15.8] says why it waits: the provider asks for it, or the connection is lost', async () => {
    let isRefused = true;
    const { user, pass, give, setOnline, state } = await asked(() =>
      isRefused ? failure('rate-limit', 'slow', 60_000) : found('Анна'),
    );
    const status = () => screen.getByRole('status', { name: 'Reading' }).textContent;
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(500);
    expect(status()).toBe('Reading the film …');
    await pass(19_500);
    expect(status()).toBe('Reading the film: OpenAI asks the page to wait.');
    expect(screen.getByText(/^Next request in \d+ s\.$/)).toBeTruthy();
    await give(() => setOnline(false));
    expect(status()).toBe('You are offline. The reading continues by itself when the connection is back.');
    isRefused = false;
    await give(() => setOnline(true));
    await pass(60_000);
    expect(state().reading?.stage).toBe('done');
    expect(screen.queryByText(/^Next request/)).toBeNull();
  });

  it('[D15.8] sends nothing if another model is chosen while the dialog is open, or while "Go on" prepares', async () => {
    const { user, pass, give, settings, requests } = await asked(() => failure('server', 'Overloaded'));
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o' }));
    await pass(1_000);
    expect(dialog().getByText(/^Reads with .*gpt-4o/i)).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'Send' }));
    await pass(3_000);
    expect(requests).toHaveLength(1);
    await give(() => {
      button('Resume reading').click();
      settings.pickModel({ endpoint: 'openai', id: DEFAULT_MODEL.id });
    });
    await pass(3_000);
    expect(requests).toHaveLength(1);
    expect(dialog().getByText(/^Reads with /)).toBeTruthy();
  });

  it('does not restart from the beginning if its suggestions are discarded right after "Resume reading"', async () => {
    let count = 0;
    const { user, session, give, pass, requests } = await asked(() =>
      count++ === 0 ? found('Анна') : failure('server', 'Overloaded'),
    );
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await give(() => session.readFilm([['one'], ['two']], { from: undefined, into: undefined }));
    await pass(3_000);
    const [goOn, putAway] = [button('Resume reading'), proposal().getByRole('button', { name: 'Discard suggestions' })];
    await give(() => {
      goOn.click();
      putAway.click();
    });
    await pass(3_000);
    expect(requests).toHaveLength(2);
    expect(session.store.getState().reading).toBeNull();
  });
});
