import { describe, expect, it } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { createHarness, readAgain, success } from '../../test/session-harness.ts';
import { filmTexts, parseFilm } from '../storage/film-codec.ts';
import { lineOf } from './lines.ts';

fakeTimersAndConsole();

const VTT =
  'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 align:start\n<v Bob>One &amp; all\n\n00:02.000 --> 00:03.000\nTwo\n';
const TRANSLATED = VTT.replace('One &amp; all', 'Um &lt;&amp;').replace('Two', 'Dois');
const SBV = '0:00:01.000,0:00:02.000\nOne\n';

const filmOf = (...events: readonly string[]) =>
  '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n' +
  events.map((text, at) => `Dialogue: 0,0:00:0${at + 1}.00,0:00:0${at + 2}.00,Default,,0,0,0,,${text}\n`).join('');

const harness = (options = {}) => createHarness({ answer: () => success('{"1":"Um <&","2":"Dois"}'), ...options });

async function translated(source = VTT, options = {}) {
  const page = harness(options);
  page.session.openSource(source, []);
  await page.session.translate();
  await page.pass(5_000);
  return page;
}

describe('a film in another format than .srt', () => {
  it('[D2.11] reads a WebVTT file in its format, sends its phrases, and writes a file with nothing else changed', async () => {
    const { session, state, requests, pass } = harness();
    session.openSource(VTT, []);
    expect(state().readAs).toBe('vtt');
    await session.translate();
    await pass(5_000);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1, 2]]);
    expect(state().phrases.map(({ text }) => text)).toEqual(['One & all', 'Two']);
    expect(state().translated).toBe(TRANSLATED);
  });

  it('[D14.4] keeps a timing line that a person typed in the result, although Lines would reject it', async () => {
    const { session, state } = await translated(filmOf('One', 'Two'));
    const text = state().translated.replace('Um', '00:00:01,000 --> 00:00:02,000').replace('Dois', 'Duas');
    session.edit('result', text);
    await session.writeResult();
    expect(state().batches.map((batch) => batch.state)).toEqual(['ok']);
    expect(state().translated).toBe(text);
    expect(lineOf(state(), 2)?.translation).toBe('Duas');
  });

  it('[D13.16] writes direction marks that fit the direction of the translation, even after a person’s edit', async () => {
    const netflix =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n&lrm;- Hi.\n&lrm;- Ho.\n\n00:03.000 --> 00:04.000\n\u200eBye.\n';
    const { session, state } = await translated(netflix, {
      answer: () => success('{"1":"- שלום.\\n- הי.","2":"\u200eביי."}'),
    });
    const written = (...[one, two, three]: readonly string[]) =>
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${one}\n${two}\n\n00:03.000 --> 00:04.000\n${three}\n`;
    expect(state().translated).toBe(written('\u200f- שלום.', '\u200f- הי.', '\u200fביי.'));
    session.edit('result', state().translated.replace('ביי', 'להתראות'));
    await session.writeResult();
    expect(lineOf(state(), 2)?.translation).toBe('\u200fלהתראות.');
    expect(state().translated).toBe(written('\u200f- שלום.', '\u200f- הי.', '\u200fלהתראות.'));
  });

  it('[D14.3] keeps the result empty that a person clears while the film worker writes it', async () => {
    const { session, state, pass } = await translated();
    session.changeLines([{ number: 2, text: 'Mudado' }]);
    await session.writeResult();
    expect(state().translated).toContain('\nMudado\n');
    session.changeLines([{ number: 2, text: 'De novo' }]);
    session.clear('result');
    await pass(5_000);
    expect(state().translated).toBe('');
    await session.writeResult();
    expect(state().translated).toBe('');
  });

  it('[D14.4] keeps the second of two cues with the same time on its own line when the first is deleted in the result', async () => {
    const twins =
      'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:01.000 --> 00:02.000\nTwo\n\n00:03.000 --> 00:04.000\nThree\n';
    const { session, state } = await translated(twins, {
      answer: () => success('{"1":"Um","2":"Dois","3":"Três"}'),
    });
    session.edit('result', state().translated.replace('00:01.000 --> 00:02.000\nUm\n\n', '').replace('Três', 'Três!'));
    const { translated: typed } = state();
    await session.writeResult();
    expect([1, 2, 3].map((number) => lineOf(state(), number)?.translation)).toEqual(['Um', 'Dois', 'Três!']);
    expect({ saved: state().translated, isOwn: state().ownResult !== null }).toEqual({ saved: typed, isOwn: true });
  });

  it('[D2.11] reads a text as .srt if the person says so, until another text replaces it', async () => {
    const { session, state, pass } = harness();
    session.openSource(VTT, []);
    session.readSourceAs({ readAs: 'srt' });
    await session.translate();
    await pass(100);
    expect(state().error).toBe("Invalid input format: WEBVTT couldn't be parsed as number (line 1)");
    session.edit('original', `${VTT}\n`);
    expect(state().readAs).toBe('srt');
    session.edit('original', SBV);
    expect(state().readAs).toBe('sbv');
    session.clear('original');
    expect(state().readAs).toBe('srt');
    session.undo();
    expect(state()).toMatchObject({ readAs: 'sbv', sourceText: SBV });
  });

  it('keeps the format of the original over a reload, and writes the result in this format', async () => {
    const first = await translated();
    const { session, state } = harness({ initial: { ...readAgain(first.state()), translated: '' } });
    expect(state().readAs).toBe('vtt');
    await session.writeResult({ again: true });
    expect(state().translated).toBe(TRANSLATED);
  });

  it('reads as .srt a session that was stored before the page knew other formats', () => {
    const { state } = parseFilm({ read: (key) => (key === 'uploadedFile' ? VTT : null), incompleteWrite: false });
    expect(state.readAs).toBe('srt');
    expect(filmTexts(state).sessionExtras).not.toContain('readAs');
  });

  it('[D14.4] changes only the edited line, even if the file writes other lines differently than the model', async () => {
    const film = filmOf('A {\\c&H0000FF&}red {\\r}car', 'Hello, {\\i1}you{\\i0} all', 'Third');
    const replies = { 1: '⟦2⟧Ein Auto, ⟦1⟧rot', 2: '<i>Hallo</i>', 3: 'Drei' };
    const { session, state, pass } = await translated(film, { answer: () => success(JSON.stringify(replies)) });
    session.edit('result', state().translated.replace('Drei', 'Drittens'));
    await session.writeResult();
    await pass(100);
    expect([1, 2, 3].map((number) => lineOf(state(), number)?.translation)).toEqual([
      replies[1],
      replies[2],
      'Drittens',
    ]);
    expect(state().ownResult).toBe(null);
  });

  it('writes no result after the session was given away, and stops trying', async () => {
    const first = await translated();
    const { session, state, pass } = harness({ initial: { ...first.state(), translated: '' } });
    void session.writeResult({ again: true });
    session.dispose();
    await pass(100);
    expect(state().translated).toBe('');
  });

  it('reports unreadable text that a mended .srt file keeps', async () => {
    const text = 'Credits\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n';
    const { session, state, pass } = harness();
    session.openSource(text, []);
    await session.translate();
    expect(state().error).toMatch(/^Invalid input format: Credits/);
    session.readSourceAs({ readAs: 'mended-srt', text: text });
    await session.translate();
    await pass(5_000);
    expect(state().notices).toEqual([{ kind: 'kept', count: 1, line: 1, text: 'Credits' }]);
    expect(state().translated).toBe(text.replace('One', 'Um <&').replace('Two', 'Dois'));
  });
});
