import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { picks, renderApp, savedFiles } from '../../../../test/render-app.tsx';
import { projectOf } from '../../../../test/series-harness.ts';
import { type HarnessOptions, inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { resultsOf } from '../../../engine/batch.ts';
import { EMPTY_WORK } from '../../../film/film.ts';
import type { Session } from '../../../film/session.ts';
import { fail, ok } from '../../../lib/result.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nOne\n';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

/** Opens a project, unless its text is "bad". */
const opensProject = vi.fn(async () => true);
const commands = {
  readProject: async (text: string) =>
    text === 'bad' ? fail('This is not a project file.') : ok(projectOf(EMPTY_WORK, opensProject)),
};

/** The page with a translated film. */
async function translated(text: string, fileName: string, reply = '{"1":"Um"}') {
  const app = await renderApp({ film: [text, fileName], ranMs: 3_000, answer: () => success(reply), commands });
  await app.settle(100);
  return { ...app, files: savedFiles() };
}

describe('[D1.35] while requests are under way', () => {
  const asked = () => screen.getByRole('dialog', { name: 'Close the film now?' });
  const late: HarnessOptions['answer'] = ({ numbers }) => inMs(5_000, success(replyOf(numbers)));

  it('Restart asks before it loses their replies; Cancel continues the run, and the other answer closes the film', async () => {
    const { user, state, settle } = await renderApp({ film: 25, answer: late, ranMs: 1_000 });
    for (const [answer, batches] of [
      ['Cancel', ['loading', 'loading']],
      ['Close the film', []],
    ] as const) {
      await user.click(button('Restart'));
      await settle(100);
      expect(asked().textContent).toContain('2 requests are not answered yet.');
      await user.click(within(asked()).getByRole('button', { name: answer }));
      await settle(500);
      expect(state().batches.map((batch) => batch.state)).toEqual(batches);
    }
  });

  it('the open question offers Save as soon as the film is done', async () => {
    const { user, settle } = await renderApp({ film: 25, answer: late, ranMs: 1_000 });
    const files = savedFiles();
    await user.click(button('Restart'));
    await settle(100);
    expect(within(asked()).queryByRole('button', { name: 'Save' })).toBeNull();
    await settle(10_000);
    const dialog = within(screen.getByRole('dialog', { name: 'Save translated.srt first?' }));
    expect(dialog.queryByText(/under way/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await settle(1_000);
    expect(await files()).toEqual([['translated.srt', expect.stringContaining('PT 25')]]);
  });

  it('a project waits for their replies, and the question says so', async () => {
    const { user, settle } = await renderApp({ film: 25, answer: late, ranMs: 1_000, commands });
    picks(new File(['good'], 'E02.project.json'));
    await user.click(button('Open project'));
    await settle(500);
    expect(asked().textContent).toContain(
      '2 requests are not answered yet. They are already paid for: the page waits for their replies first, for a minute at most.',
    );
    expect(asked().textContent).not.toContain('lost');
  });

  it('Clear asks while the film is read', async () => {
    const { user, state, settle, session, give } = await renderApp({ film: 5, answer: late });
    await give(() => session.readFilm([['One']], { from: 'Russian', into: 'Portuguese' }));
    await settle(100);
    await user.click(within(screen.getByRole('region', { name: 'Original' })).getByRole('button', { name: 'Clear' }));
    await settle(100);
    expect(asked().textContent).toContain('1 request is not answered yet.');
    expect(state().reading?.stage).toBe('loading');
  });
});

describe('[D1.34] before another file replaces a finished film', () => {
  const drop = (name: string) =>
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [new File([VTT], name)], items: [] },
    });

  async function openOver(save: boolean, change?: (session: Session) => void) {
    const app = await translated(SRT, 'E01.srt');
    if (change) await app.give(() => change(app.session));
    if (save) {
      await app.user.click(button('Save as E01.pt.srt'));
      await app.settle(10);
    }
    drop('E02.vtt');
    await app.settle(1_000);
    return { ...app, drop };
  }
  const question = () => screen.queryByRole('dialog', { name: 'Save E01.pt.srt first?' });

  it('the page asks if it was not saved: after Cancel it stays; Save that is pressed twice saves one file', async () => {
    const { user, state, settle, files } = await openOver(false);
    expect(question()?.textContent).toContain(
      'You are opening “E02.vtt”. The translation on the page has not been saved.',
    );
    expect(question()?.textContent).toContain('Undo brings this film back.');
    expect(state().fileName).toBe('E01.srt');
    await user.click(button('Cancel'));
    await settle(1_000);
    expect(question()).toBeNull();
    expect([state().fileName, await files()]).toEqual(['E01.srt', []]);
    drop('E02.vtt');
    await settle(1_000);
    const save = button('Save');
    fireEvent.click(save);
    fireEvent.click(save);
    await settle(2_000);
    expect(question()).toBeNull();
    expect(state().fileName).toBe('E02.vtt');
    expect(await files()).toHaveLength(1);
  });

  it('asks nothing and changes nothing if the other file cannot be opened', async () => {
    const { user, state, settle, session } = await translated(SRT, 'E01.srt');
    for (const name of ['a.gif', 'E02.mpl']) {
      drop(name);
      await settle(1_000);
      expect(screen.queryByRole('dialog'), name).toBeNull();
      expect(state(), name).toMatchObject({ fileName: 'E01.srt' });
    }
    picks(new File(['bad'], 'a.json'));
    await user.click(button('Open project'));
    await settle(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    const film = session.store.getState();
    picks(new File(['good'], 'E02.project.json'));
    await user.click(button('Open project'));
    await settle(1_000);
    expect(question()?.textContent).toContain('You are opening “E02.project.json”.');
    expect(opensProject).not.toHaveBeenCalled();
    await user.click(button('Don’t save'));
    await settle(1_000);
    expect(opensProject).toHaveBeenCalledOnce();
    expect(state().sourceText).toBe(film.sourceText);
  });

  it('the page does not ask if it was saved, but does after a change', async () => {
    const { state, session, give, settle } = await openOver(true);
    expect(question()).toBeNull();
    expect(state().fileName).toBe('E02.vtt');
    await give(() => session.undo());
    await give(() => session.changeLines([{ number: 1, text: 'Outro' }]));
    drop('E02.vtt');
    await settle(1_000);
    expect(question()?.textContent).toContain('The translation on the page has changed since it was last saved.');
    expect(state().fileName).toBe('E01.srt');
  });

  it('“Back to” in the menu Project, and the key of Undo, ask about a finished film in whose place another one comes', async () => {
    const { user, session, state, settle, give } = await openOver(true);
    await give(session.translate);
    await settle(3_000);
    expect(state().batches).not.toEqual([]);
    for (const press of [() => user.click(button('Back to “E01”')), () => user.keyboard('{Control>}z{/Control}')]) {
      await press();
      await settle(10);
      const dialog = screen.getByRole('dialog', { name: 'Save E02.pt.vtt first?' });
      expect(dialog.textContent).toContain('You are opening “E01”. The translation on the page has not been saved.');
      expect(dialog.textContent).toContain('Redo brings this film back.');
      if (press.toString().includes('click')) await user.click(button('Cancel'));
      expect(state().fileName).toBe('E02.vtt');
    }
    await user.click(button('Don’t save'));
    await settle(10);
    expect(state().fileName).toBe('E01.srt');
  });

  it('“Back to” brings the film back also while a line is being typed, and Redo what was typed', async () => {
    const { user, session, state, settle, give } = await openOver(true);
    await give(session.translate);
    await settle(3_000);
    let typed = 'Mine';
    session.takeTyped.use(() => {
      const text = typed;
      typed = '';
      if (text) session.changeLines([{ number: 1, text }]);
    });
    await user.click(button('Back to “E01”'));
    await settle(500);
    await user.click(button('Don’t save'));
    await settle(500);
    expect(state().fileName).toBe('E01.srt');
    for (const name of ['E02.vtt', 'E02.vtt']) {
      await give(() => session.redo());
      expect(state().fileName).toBe(name);
    }
    expect(resultsOf(state())[0]?.[1]).toContain('Mine');
  });

  it('the page asks about a film with a missing line, too, and saves its finished part', async () => {
    const app = await translated(`${SRT}\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n`, 'E01.srt', '{"1":"Um","2":""}');
    drop('E02.vtt');
    await app.settle(1_000);
    expect(screen.getByRole('dialog').textContent).toMatch(/^Save E01\.1-of-2\.pt\.srt first\?/);
    await app.user.click(button('Save'));
    await app.settle(1_000);
    expect(await app.files()).toEqual([['E01.1-of-2.pt.srt', expect.stringContaining('Um')]]);
    expect(app.state().fileName).toBe('E02.vtt');
  });

  it('the page asks once, for the last file opened, also if an earlier one takes longer to read', async () => {
    const { user, state, settle } = await openOver(false);
    const give = (file: File) =>
      fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file], items: [] } });
    const late = new File([VTT], 'E03.vtt');
    const bytes = await late.arrayBuffer();
    let arrive = () => {};
    late.arrayBuffer = () => new Promise((resolve) => (arrive = () => resolve(bytes)));
    give(late);
    await settle(500);
    drop('E04.vtt');
    await settle(1_000);
    expect(question()?.textContent).toContain('E04.vtt');
    arrive();
    await settle(1_000);
    expect(question()?.textContent).toContain('E04.vtt');
    await user.click(button('Don’t save'));
    await settle(1_000);
    expect(state().fileName).toBe('E04.vtt');
  });

  it('the question saves it even if its result was cleared', async () => {
    const { user, state, settle, files } = await openOver(false, (session) => session.clear('result'));
    await user.click(button('Save'));
    await settle(1_000);
    expect(state().fileName).toBe('E02.vtt');
    expect(await files()).toHaveLength(1);
  });

  it('Restart asks, too', async () => {
    const { user, state, settle, files } = await translated(SRT, 'E01.srt');
    for (const [answer, stays] of [
      ['Cancel', 'E01.srt'],
      ['Don’t save', ''],
    ] as const) {
      await user.click(button('Restart'));
      await settle(100);
      expect(question()?.textContent).toContain(
        'You are closing this film. The translation on the page has not been saved.',
      );
      await user.click(button(answer));
      await settle(1_000);
      expect(state().fileName).toBe(stays);
    }
    expect(await files()).toEqual([]);
  });

  it('the page asks again if the saved file lacks later changes in Lines', async () => {
    const { state, settle, session, give, page, drop } = await openOver(true);
    await give(() => session.undo());
    await give(() => session.edit('result', 'Something else'));
    await give(() => session.changeLines([{ number: 1, text: 'Outro' }]));
    await settle(100);
    drop('E02.vtt');
    await settle(1_000);
    fireEvent.click(button('Save'));
    await settle(1_000);
    expect(page.getState().refusal).toContain('does not have your newest changes in Lines');
    expect(state().fileName).toBe('E01.srt');
  });
});

describe('saving the result', () => {
  it('[D1.4][D14.41] offers the name of the opened file first, then translated.srt; F4 repeats the last choice', async () => {
    const { user, pass, files, settle } = await translated(SRT, 'Film.en.forced.srt');
    await user.keyboard('{F4}');
    await pass(10);
    await user.click(button('Download'));
    await user.click(button('Save as Film.pt.forced.srt'));
    await settle(10);
    await user.keyboard('{F4}');
    await pass(10);
    await user.click(button('Download'));
    await user.keyboard('{F4}');
    const text = SRT.replace('One', 'Um');
    const asFilm = ['Film.pt.forced.srt', text];
    const asEver = ['translated.srt', text];
    expect(await files()).toEqual([asFilm, asEver, asFilm, asFilm, asEver, asEver]);
  });

  it('[D14.41] F4 saves nothing and says so if the latest typing makes its batch fail', async () => {
    const { give, session, user, pass, files, page, state } = await translated(SRT, 'Film.srt');
    await give(() => session.showBatch(0));
    await give(() => session.edit(0, '{"1": ""}'));
    await user.keyboard('{F4}');
    await pass(300);
    expect(await files()).toEqual([]);
    expect(page.getState().refusal).toBe(
      'Nothing was saved: batch 1 has an error. Correct the batch, or press Undo to take back your last change. Subtitle at key 1 is empty.',
    );
    expect(page.getState().saving.main).toBeNull();
    // The browser's JSON error has no full stop.
    await give(() => session.edit(0, '{"1": "Um"'));
    await user.keyboard('{F4}');
    await pass(300);
    expect(page.getState().refusal).toMatch(
      /^Nothing was saved: batch 1 has an error\. Correct the batch, or press Undo to take back your last change\. \S/,
    );
    await give(() => session.edit(0, '{"1": "Dois"}'));
    await give(() => session.reviewOutput(0, 'validate'));
    await pass(300);
    await user.keyboard('{F4}');
    await pass(300);
    expect(state().translated).toContain('Dois');
    expect(await files()).toEqual([['Film.pt.srt', SRT.replace('One', 'Dois')]]);
  });

  it('[D13.11][D13.13] saves a TTML document with its own ending, and changes only its texts', async () => {
    const ttml = (text: string, encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n<p begin="1s" end="2s">${text}</p></div></body></tt>\n`;
    const { user, settle, files } = await translated(ttml('One', 'utf-16'), 'Film.en.dfxp');
    await user.click(button('Save as Film.pt.dfxp'));
    await settle(10);
    expect(await files()).toEqual([['Film.pt.dfxp', ttml('Um', 'UTF-8')]]);
  });

  it('[D13.14] reports lines that players show in the wrong order, and saves them with "Encoding -1" on request', async () => {
    const ass = (encoding: number, text: string) =>
      `[V4+ Styles]\nFormat: Name, Encoding\nStyle: D,${encoding}\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,D,${text}\n`;
    const reply = '{"1":"זה <i>טוב</i> מאוד"}';
    const { user, settle, files } = await translated(ass(1, 'It {\\i1}is{\\i0} good'), 'Film.ass', reply);
    await user.click(button('Correct the order'));
    await settle(10);
    await user.click(button(/^Save as/));
    await settle(10);
    expect((await files()).map(([, text]) => text)).toEqual([ass(-1, 'זה {\\i1}טוב{\\i0} מאוד')]);
  });

  it('[S2.10] a press on Download counts even if another button moves it away; a double click saves one file', async () => {
    const { user, pass, files } = await translated(SRT, 'Film.srt');
    const place = { clientX: 40, clientY: 10 };
    fireEvent.pointerDown(button('Download'), place);
    // The browser sends the click to the common ancestor.
    fireEvent.click(screen.getByRole('group', { name: 'Translation: commands' }), place);
    await pass(10);
    expect((await files()).map(([name]) => name)).toEqual(['translated.srt']);
    await user.dblClick(button('Download'));
    await pass(10);
    await user.dblClick(button('Save as Film.pt.srt'));
    await pass(10);
    expect((await files()).map(([name]) => name)).toEqual(['translated.srt', 'translated.srt', 'Film.pt.srt']);
  });

  it('[D1.4] the options change the saved file, not the text on the page', async () => {
    const { user, files, state, page, settle } = await translated(SRT, 'Film.srt');
    await user.click(screen.getByText('File options'));
    await user.selectOptions(field('Both languages'), 'Translation below');
    await user.selectOptions(field('The original is'), 'In italics');
    await user.selectOptions(field('Line ends'), 'For an old TV (CRLF, BOM)');
    await user.selectOptions(field('Language in the name'), 'pt-BR');
    expect(field('Right-to-left marks').value).toBe('');
    expect(field('Line breaks').value).toBe('');
    await user.click(button('Save as Film.both.pt-BR.srt'));
    await settle(10);
    await user.click(button('Download'));
    await settle(10);
    const text = SRT.replace('One', '<i>One</i>\nUm').replaceAll('\n', '\r\n');
    // Reading a Blob as text removes the byte-order mark.
    expect((await files()).map(([name, saved]) => [name, saved.replace('\uFEFF', '')])).toEqual([
      ['Film.both.pt-BR.srt', text],
      ['translated.srt', text],
    ]);
    expect(state().translated).toBe(SRT.replace('One', 'Um'));
    await user.selectOptions(field('Both languages'), 'No');
    expect(page.getState().saving.options).toEqual({ look: 'italics', lineEnds: 'tv' });
  });

  it('[D1.33] offers for a file of each format only the options that change it', async () => {
    const { user, session, give } = await renderApp({ answer: () => success('{"1":"Um"}') });
    for (const [name, text, offered] of [
      ['Film.lrc', '[00:01.00]One\n', ['Both languages', 'Line ends']],
      ['Film.sbv', '0:00:01.000,0:00:02.000\nOne\n', ['Both languages', 'Line breaks']],
      ['Film.ttml', '<tt><body><p begin="1s" end="2s">One</p></body></tt>', ['Both languages', 'Line breaks']],
      ['Film.sub', '{1}{1}25\n{25}{50}One\n', ['The original is', 'Line breaks']],
    ] as const) {
      await give(() => session.openSource(text, [], name));
      await give(session.translate, 2_000);
      await user.click(screen.getByText('File options'));
      for (const option of offered) expect(field(option)).toBeDefined();
      const others = ['The original is', 'Line breaks'].filter((option) => !offered.some((one) => one === option));
      expect(others.map((option) => screen.queryByLabelText(option))).toEqual(others.map(() => null));
    }
  });

  it('[D1.4] a language chosen for the file name does not apply to the next film with another prompt', async () => {
    const { user, give, settings } = await translated(SRT, 'Film.srt');
    await user.click(screen.getByText('File options'));
    await user.selectOptions(field('Language in the name'), 'pt-BR');
    expect(button('Save as Film.pt-BR.srt')).toBeDefined();
    await give(() => settings.setPrompt(`${settings.store.getState().prompt} Be brief.`), 10);
    expect(button('Save as Film.pt-BR.srt'), 'it asks for the same language').toBeDefined();
    await give(() => settings.setPrompt('Translate the subtitles of a movie from English into German.'), 10);
    expect(button('Save as Film.de.srt')).toBeDefined();
  });

  it('[D1.4] warns if both languages together have three lines or more', async () => {
    const { user, pass } = await translated(SRT.replace('One', 'One\nand more'), 'Film.srt');
    await user.click(screen.getByText('File options'));
    const warning = /^1 of 1 subtitle has three rows or more with both languages\./;
    expect(screen.queryByText(warning)).toBeNull();
    await user.selectOptions(field('Both languages'), 'Translation below');
    await pass(100);
    expect(screen.getByText(warning).role).toBe('status');
    await user.selectOptions(field('Both languages'), 'No');
    await pass(100);
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('saves the lines as a table', async () => {
    const { files, pass } = await translated(SRT, 'Film.srt');
    const csv = button('Lines as CSV');
    fireEvent.click(csv);
    const waits = ['aria-disabled', 'disabled'].map((name) => csv.getAttribute(name));
    expect(waits, 'it keeps the focus').toEqual(['true', null]);
    fireEvent.click(csv);
    await pass(1_000);
    const saved = await files();
    expect(saved).toHaveLength(1);
    const [[name, text] = []] = saved;
    expect(name).toBe('Film.lines.csv');
    expect(text?.replace('\uFEFF', '')).toMatch(
      /^Number,Start,End,Original,Translation,Problems\r\n1,"00:00:01,000","00:00:02,000","One","Um","/,
    );
  });

  it('[D14.3] says that a shortened text lacks changes in Lines only if there are such changes', async () => {
    const behind = '\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n';
    const { session, give, files, click } = await translated(SRT + behind, 'Film.srt', '{"1":"Um","2":"Dois"}');
    const halves = '1\n00:00:01,000 --> 00:00:01,500\nUm\n\n1\n00:00:01,500 --> 00:00:02,000\ndois\n';
    const cut = halves + behind.replace('Two', 'Edited');
    const shownText = () => screen.queryByText(/^The saved file does not have your newest changes in Lines/);
    await give(() => session.edit('result', cut));
    await give(() => void session.writeResult(), 1_000);
    await click(button('Download'), 100);
    expect({ saved: (await files()).at(-1)?.[1], shownText: shownText() }).toEqual({ saved: cut, shownText: null });
    await give(() => session.changeLines([{ number: 1, text: 'Outro' }]));
    await give(() => void session.writeResult(), 1_000);
    await click(button('Download'), 100);
    expect((await files()).at(-1)?.[1]).toBe(cut);
    expect(shownText()).toBeTruthy();
  });

  const cues = (times: readonly string[], texts: readonly string[]) =>
    texts.map((text, index) => `${times[index]}\n${text}\n`).join('\n');
  const inSrt = (texts: readonly string[]) =>
    cues(
      [1, 2, 3].map((number) => `${number}\n00:00:0${number},000 --> 00:00:0${number},900`),
      texts,
    );
  const inAss = (texts: readonly string[]) =>
    `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n${texts
      .map((text, index) => `Dialogue: 0,0:00:0${index}.00,0:00:0${index}.90,Default,${text}\n`)
      .join('')}`;

  it.each([
    ['srt', inSrt, 'Um\nOne'],
    ['ass', inAss, 'Um\\NOne'],
  ])(
    '[D14.51] where a line is missing, the .%s file has the others, under a name that says how much, also in both languages',
    async (format, write, inBoth) => {
      const source = write(['One', 'Two', 'Three']);
      const { files, user, click, settle, pass } = await translated(source, `Film.${format}`, '{"1":"Um","3":"Três"}');
      await settle(500);
      expect(
        screen.getByText('2 of 3 lines are translated. The other one is saved in the original language.'),
      ).toBeTruthy();
      expect(button('Download')).toHaveProperty('disabled', true);
      await click(button(`Save as Film.2-of-3.pt.${format}`), 100);
      expect(screen.queryByRole('button', { name: 'Download the finished part' }), 'it would save the same').toBeNull();
      const part = write(['Um', 'Two', 'Três']);
      expect(await files()).toEqual([[`Film.2-of-3.pt.${format}`, part]]);
      await user.click(screen.getByText('File options'));
      await user.selectOptions(field('Both languages'), 'Translation above');
      await pass(500);
      await click(button(`Save as Film.2-of-3.both.pt.${format}`), 100);
      const [, text = ''] = (await files()).at(-1) ?? [];
      expect(text).toContain(inBoth);
      expect(text.match(/Two/g)).toHaveLength(1);
      await click(button('Lines as CSV'), 1_000);
      expect((await files()).at(-1)?.[1]).toContain('"Two","","Translation missing."');
    },
  );

  it('[D14.51] offers no ways to save before there is a result, and none of a film of which no line is translated', async () => {
    const { session, give } = await renderApp({ film: [SRT, 'Film.srt'], answer: () => success('No.') });
    const ways = () =>
      [/^Save as/, 'Lines as CSV', 'Download the finished part'].flatMap((name) =>
        screen.queryAllByRole('button', { name }),
      );
    expect(ways()).toEqual([]);
    await give(session.translate, 3_500);
    expect(ways()).toEqual([]);
  });

  it.each([
    ['both', 'PT 1\n', 'By hand\n', true],
    ['the later one, where a line was edited in both', 'PT 3\n', 'By hand\n', true],
    ['the text alone, and the page says so, where a phrase was left without a text', 'PT 1\n', '', false],
    [
      'the text alone, and the page says so, where a phrase was added',
      /$/,
      '41\n00:09:00,000 --> 00:09:01,000\nA\n',
      false,
    ],
  ])(
    '[D14.3][D6.1] after an edit of the text and a later edit of a line, the file has %s',
    async (_, from, to, isBoth) => {
      const { session, user, give, state, settle } = await renderApp({ film: sampleSrt(40), ranMs: 5_000 });
      await settle(1_000);
      const files = savedFiles();
      const whole = state().translated;
      const byHand = whole.replace(from, to);
      await give(() => session.edit('result', byHand));
      await give(() => session.changeLines([{ number: 3, text: 'In a line' }]));
      await user.click(button('Download'));
      await settle(100);
      const joined = whole.replace('PT 3\n', 'In a line\n').replace(from, to);
      expect(await files()).toEqual([['translated.srt', isBoth ? joined : byHand]]);
      expect(screen.queryByText(/The saved file does not have your newest changes in Lines/) !== null).toBe(!isBoth);
      expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual(['', '']);
    },
  );

  it.each([
    ['what was edited in the text', '', false],
    ['the texts of lines, and the page says so', '41\n00:09:00,000 --> 00:09:01,000\nMine\n', true],
  ])('[D14.3] the finished part has %s while a batch is translated again', async (_, more, isTold) => {
    const { session, user, give, state, requests, settle } = await renderApp({
      film: sampleSrt(40),
      ranMs: 5_000,
      answer: ({ numbers }, count) => inMs(count > 2 ? 900_000 : 100, success(replyOf(numbers))),
    });
    await settle(1_000);
    const files = savedFiles();
    // Phrase 30 is in the batch that is translated again.
    const edited = (text: string) => `${text.replace('PT 1\n', 'By hand\n').replace('PT 30', 'Later')}${more}`;
    await give(() => session.edit('result', edited(state().translated)));
    await user.click(button('Download'));
    await give(() => session.translateAgain(1), 1_000);
    expect(requests).toHaveLength(3);
    await user.click(button('Download the finished part'));
    await settle(100);
    const saved = await files();
    expect(saved.map(([name]) => name)).toEqual(['translated.srt', 'translated-20-of-40.srt']);
    expect(saved.map(([, text]) => text.includes('By hand'))).toEqual([true, true]);
    expect(screen.queryByText(/The saved file has the line texts that you changed/) !== null).toBe(isTold);
  });
});
