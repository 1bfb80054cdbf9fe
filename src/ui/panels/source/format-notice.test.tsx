import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { picks, renderApp } from '../../../../test/render-app.tsx';
import { success } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n';
const drop = (files: readonly File[], items?: readonly object[]) =>
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files, items } });
const file = (name: string, text = VTT) => new File([text], name);

describe('files of other formats', () => {
  it('[D2.11] are named, and can be read as .srt', async () => {
    const { user, state, pass } = await renderApp();
    drop([file('film.vtt')]);
    await pass(50);
    expect(screen.getByText(/^This is a WebVTT file\./)).toBeDefined();
    await user.click(screen.getByText('Is this the wrong format?'));
    await user.click(screen.getByRole('button', { name: 'Read as .srt' }));
    expect(state().readAs).toBe('srt');
    await user.click(screen.getByRole('button', { name: 'Read as WebVTT' }));
    expect(state().readAs).toBe('vtt');
  });

  it('[D13.9] a MicroDVD file without a frame rate makes the page ask for it', async () => {
    const { user, state, pass } = await renderApp();
    drop([file('film.sub', '{25}{50}One\n')]);
    await pass(50);
    expect(screen.getByText(/does not say how many there are per second/)).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Frames a second'), '25');
    expect(state().readAs).toBe('sub-25');
    drop([file('film.sub', '{1}{1}25\n{25}{50}One\n')]);
    await pass(50);
    expect(state().readAs).toBe('sub');
    expect(screen.queryByLabelText('Frames a second')).toBeNull();
  });

  it('[D13.15] report the parts that cannot be read when they are opened, in each format', async () => {
    const { settle, click } = await renderApp();
    for (const [name, text, words] of [
      [
        'film.ttml',
        '<tt><body><div><p begin="1s" end="2s">You & me</p></div></body></tt>',
        /has an XML error in line 1 of the file/,
      ],
      [
        'film.ttml',
        '<tt><body><p begin="soon">A</p><p begin="1s" end="2s">B</p></body></tt>',
        /Line 1 of the file cannot be read/,
      ],
      ['film.lrc', '[00:01.00]One\nno time\n[00:02.00]Two\n', /Line 2 of the file cannot be read: “no time”/],
      ['film.sub', '{25}{50}One\nno time\nnor here\n', /2 places of the file cannot be read, the first in line 2:/],
      ['film.sbv', '0:00:01.000,0:00:02.000\nOne\n\nno time\n', /Line 4 of the file cannot be read/],
    ] as const) {
      drop([file(name, text)]);
      await settle(1_000);
      expect(screen.getAllByText(words)).toHaveLength(1);
      if (name !== 'film.sbv') continue;
      await click(screen.getByRole('button', { name: 'Translate' }), 1_000);
      expect(screen.getAllByText(words)).toHaveLength(1);
    }
  });

  it('[D1.32] a pasted text in a format that the page does not read is refused by its name', async () => {
    const { user, settle, click, state, session, give } = await renderApp();
    for (const [name, text] of [
      ['SAMI', '<SAMI><BODY><SYNC Start=1000><P>One</SAMI>'],
      ['MPL2', '[10][20]One\n[30][40]Two\n'],
      ['SubViewer', '00:00:01.00,00:00:02.00\nOne\n\n'],
      ['JSON', '{"segments": [{"start": 1}]}'],
    ] as const) {
      await user.click(screen.getByRole('textbox', { name: 'Original subtitles' }));
      await user.paste(text);
      await settle(1_000);
      const words = new RegExp(`This is an? ${name}.* file\\. Convert it to \\.srt first`);
      expect(screen.getByText(words)).toBeDefined();
      expect(screen.queryByRole('button', { name: 'line 1' })).toBeNull();
      await click(screen.getByRole('button', { name: 'Translate' }), 1_000);
      expect(state().error).toMatch(words);
      await give(() => session.clear('original'));
    }
  });

  it('[D1.3] open by "Open…", the first of several in natural order, with a word about the others', async () => {
    const { user, state, pass } = await renderApp();
    const picker = picks(
      file('S01E10.srt', 'Nothing'),
      file('cover.jpg'),
      file('S01E2.srt', sampleSrt(2)),
      file('S01E2.txt'),
    );
    await user.click(screen.getByRole('button', { name: 'Open…' }));
    expect(picker()?.accept).toBe(
      '.srt,.vtt,.ass,.ssa,.sbv,.ttml,.dfxp,.itt,.xml,.sub,.lrc,.txt,video/*,.mkv,.mp4,.m4v,.webm,.mov',
    );
    await pass(50);
    expect(state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'S01E2.srt' });
    expect(
      screen.getByText('S01E2.srt was opened. 2 other files were not opened, because they are not subtitle files.'),
    ).toBeDefined();
  });

  it('[D1.3] open from a dropped folder', async () => {
    const entry = (each: File) => ({
      isFile: true,
      isDirectory: false,
      fullPath: `/Show/${each.name}`,
      file: (give: (one: File) => void) => give(each),
    });
    const folder = (...entries: readonly object[]) => {
      const parts = [entries.slice(0, 1), entries.slice(1), []];
      return {
        isFile: false,
        isDirectory: true,
        createReader: () => ({ readEntries: (give: (part: readonly object[]) => void) => give(parts.shift() ?? []) }),
      };
    };
    const season = folder(entry(file('E10.vtt', 'Nothing')), folder(entry(file('E2.vtt')), entry(file('E1.nfo'))));
    const { state, pass, settle } = await renderApp();
    drop([], [{ webkitGetAsEntry: () => season }]);
    await pass(50);
    await settle(50);
    expect(state()).toMatchObject({ fileName: 'E2.vtt', readAs: 'vtt' });
    expect(
      screen.getByText('E2.vtt was opened. The other file was not opened, because it is not a subtitle file.'),
    ).toBeDefined();
  });

  it('an ASS file lists its styles, and the page omits those that are not ticked', async () => {
    const event = (style: string, text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,${style},,0,0,0,,${text}\n`;
    const ass = `[Script Info]\n\n[Events]\n${event('Main', 'One')}${event('OP', '{\\k9}ka')}${event('Sign', 'Shop')}${event('Main', 'Two')}`;
    const { user, state, requests, pass, settle } = await renderApp({ answer: () => success('{"1":"Loja"}') });
    drop([file('film.ass', ass)]);
    await pass(50);
    await settle(1_000);
    const group = within(screen.getByRole('group', { name: 'Styles' }));
    const box = (name: RegExp) => group.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box(/^Main: 2 subtitles/).checked).toBe(true);
    expect(box(/^OP: karaoke/)).toMatchObject({ checked: false, disabled: true });
    expect(box(/^Sign: 1 subtitle ?Shop/).checked).toBe(true);
    await user.click(box(/^Main/));
    await user.click(screen.getByRole('button', { name: 'Translate' }));
    await settle(3_000);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1]]);
    expect(state().translated).toBe(ass.replace('Shop', 'Loja'));
  });

  it('an ASS file shows its styles while one is omitted, even if no other is in use', async () => {
    const event = (style: string, text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,${style},,0,0,0,,${text}\n`;
    const film = `[Script Info]\n\n[Events]\n${event('Sign', 'Shop')}`;
    const { user, session, give, pass, click, settle } = await renderApp();
    drop([file('film.ass', film + event('Main', 'One'))]);
    await pass(50);
    await settle(1_000);
    await user.click(screen.getByRole('checkbox', { name: /^Sign/ }));
    await give(() => session.edit('original', film), 1_000);
    const box = within(screen.getByRole('group', { name: 'Styles' })).getByRole<HTMLInputElement>('checkbox');
    expect(box.checked).toBe(false);
    await click(box, 1_000);
    expect(screen.queryByRole('group', { name: 'Styles' })).toBeNull();
  });
});
