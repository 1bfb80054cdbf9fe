import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import type { Work } from '../../../film/film.ts';

const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '00:00:03,000 --> 00:00:04,500';
/** Three kinds of repairs, five in all, and an overlap. */
const BROKEN = `00:00:01 -> 00:00:02\nA\n\n00:00:03.0 --> 00:00:04,5\n\nB\n\n5\n00:00:04,000 --> 00:00:06,000\n<i>C`;
const MENDED = `1\n${T1}\nA\n\n2\n${T2}\nB\n\n3\n00:00:04,000 --> 00:00:06,000\n<i>C\n`;
const STRICT_ERROR = "Invalid input format: 00:00:01 -> 00:00:02 couldn't be parsed as number (line 1)";

const button = (name: string) => screen.getByRole('button', { name });
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull();
const original = () => within(screen.getByRole('region', { name: 'Original' }));
const translation = () => within(screen.getByRole('region', { name: 'Translation' }));
const repairs = () => within(screen.getByRole('region', { name: 'Repairs' }));
const kind = (name: RegExp) => repairs().getByRole<HTMLInputElement>('checkbox', { name });

async function opened(film: string | Work) {
  const page = await renderApp(typeof film === 'string' ? { film } : { initial: film });
  await page.pass(1_000);
  /** Presses the button and waits for the effect. */
  const press = async (name: string, forMs = 1_000) => {
    await page.user.click(button(name));
    await page.pass(forMs);
  };
  return { ...page, press };
}

describe('Repairs', () => {
  it('[D2.7] are offered when a broken file is opened; mending changes the text and starts nothing', async () => {
    const { pass, state, requests, press } = await opened(BROKEN);
    const offer = original().getByText('This file can be repaired: 6 repairs of 4 kinds');
    expect(offer.closest('[role=status]')).not.toBeNull();
    await press('Mend the file');
    expect(state()).toMatchObject({ sourceText: MENDED, error: '', phrases: [] });
    expect(original().getByText('The file was repaired: 6 repairs of 4 kinds')).toBeDefined();
    noButton('Mend the file');
    expect(document.activeElement).toBe(button('Read strictly'));
    await pass(10_000);
    expect(requests).toHaveLength(0);
    await press('Translate', 5_000);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1, 2, 3]]);
    expect(state().phrases.map(({ text }) => text)).toEqual(['A', 'B', '<i>C']);
    noButton('Read strictly');
  });

  it('[D2.7] are offered below the error, which stays word for word, and nowhere else meanwhile', async () => {
    const { state, press } = await opened(BROKEN);
    await press('Translate');
    expect(screen.getByRole('textbox', { name: 'Errors' }).textContent).toBe(STRICT_ERROR);
    expect(translation().getByText('This file can be repaired: 6 repairs of 4 kinds')).toBeDefined();
    await press('Mend the file');
    expect(state()).toMatchObject({ sourceText: MENDED, error: '' });
    expect(document.activeElement).toBe(button('Read strictly'));
    await press('Read strictly');
    expect(state()).toMatchObject({ sourceText: BROKEN, readAs: 'srt', error: STRICT_ERROR });
    expect(document.activeElement).toBe(button('Mend the file'));
  });

  it('[D2.8] are listed by kind with line, before and after; needed ones are ticked, reported ones are not', async () => {
    const { user, click } = await opened(BROKEN);
    await click(button('Show repairs'), 0);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Repairs' }));
    const boxes = repairs().getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['1 subtitle has a blank line after the timing. The repair removes it.', true],
      ['1 timing has another arrow than “-->”. Some players cannot read it. The repair writes “-->”.', true],
      ['2 timings have an unusual form. Some players cannot read them. The repair writes them as 00:00:01,500.', true],
      ['2 subtitles have no usable number. The repair numbers all subtitles from 1.', true],
      ['1 subtitle overlaps the next one. Shorten.', false],
      ['The italics of 1 subtitle are not closed. Close all tags.', false],
    ]);
    const rows = repairs()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toContain('Line 100:00:01 -> 00:00:0200:00:01,000 --> 00:00:02,000');
    expect(rows).toContain('Line 1(nothing)1');
    await user.click(button('Show repairs'));
    expect(screen.queryByRole('region', { name: 'Repairs' })).toBeNull();
  });

  it('[D2.8] repairs that nobody can make are reported without a box to tick', async () => {
    const { click } = await opened(`1\n${T1}\nA\n\n2\n00:00:0x,000 --> ??\nB\n`);
    await click(button('Show repairs'), 0);
    expect(repairs().getByText(/^1 timing cannot be read/)).toBeDefined();
    expect(repairs().queryByRole('checkbox')).toBeNull();
  });

  it('[D2.22] ask for the frame rate if times count frames, and show the converted times', async () => {
    const frames = `1\n00:00:01:12 --> 00:00:02:00\nA\n\n2\n00:00:03:20 --> 00:00:04:05\nB\n`;
    const { user, pass, state, press } = await opened(frames);
    expect(original().getByText(/^2 timings count frames after the seconds/)).toBeDefined();
    const rate = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Frames a second' });
    expect(rate.value).toBe('');
    // With a frame rate that nobody has chosen, all times may be wrong.
    expect(button('Convert the times')).toHaveProperty('disabled', true);
    await user.click(button('Show repairs'));
    expect(repairs().getByText(/^00:00:01,480/)).toBeDefined();
    await user.selectOptions(rate, '24');
    await pass(1_000);
    expect(repairs().getByText(/^00:00:01,500/)).toBeDefined();
    await press('Convert the times');
    expect(state()).toMatchObject({
      sourceText: expect.stringContaining('00:00:01,500 --> 00:00:02,000'),
      readAs: 'srt',
    });
    noButton('Convert the times');
    await press('Read strictly');
    expect(state().sourceText).toBe(frames);
    expect(document.activeElement).toBe(button('Convert the times'));
  });

  it('[D2.8] are made as ticked, and the ticks can be changed afterwards', async () => {
    const { user, state, press } = await opened(BROKEN);
    await user.click(button('Show repairs'));
    await user.click(kind(/unusual form/));
    await user.click(kind(/overlaps the next one\. Shorten/));
    await press('Mend the file');
    expect(state().sourceText).toBe(
      `1\n00:00:01 --> 00:00:02\nA\n\n2\n00:00:03.0 --> 00:00:04,000\nB\n\n3\n00:00:04,000 --> 00:00:06,000\n<i>C\n`,
    );
    await user.click(kind(/unusual form/));
    await user.click(kind(/not closed/));
    await press('Mend the file');
    expect(state().sourceText).toBe(
      `1\n${T1}\nA\n\n2\n00:00:03,000 --> 00:00:04,000\nB\n\n3\n00:00:04,000 --> 00:00:06,000\n<i>C</i>\n`,
    );
    await press('Read strictly');
    expect(state().sourceText).toBe(BROKEN);
  });

  it('[D2.20] can be made without one kind: the rest is translated, and unreadable parts stay in the file and are reported', async () => {
    const { user, state, requests, press } = await opened(
      `1\n${T1}\nA\n\n2\n00:00:03,000 -> 00:00:04,500\nB\n\n3\n\n${T2}\nC\n`,
    );
    await user.click(button('Show repairs'));
    await user.click(kind(/arrow/));
    await press('Mend the file');
    expect(
      original().getByText(/The page did not make 1 repair. Text that the page cannot read .* is not sent/),
    ).toBeDefined();
    await press('Translate', 5_000);
    expect(state().error).toBe('');
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1, 3]]);
    expect(original().getByText(/Line 5 of the file cannot be read: “2 00:00:03,000 -> 00:00:04,500 B”/)).toBeDefined();
    expect(state().translated).toContain('\n\n2\n00:00:03,000 -> 00:00:04,500\nB\n\n3\n');
  });

  it('[D2.21] report rolling captions in a WebVTT file when it is opened; one click unrolls them, another undoes that', async () => {
    const at = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`;
    const cue = (second: number, text: string) => `${at(second)} --> ${at(second + 1)}\n${text}\n\n`;
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const text = `WEBVTT\n\n${lines.map((line, index) => cue(index * 2, `${lines[index - 1] ?? ' '}\n<${at(index)}><c>${line}</c>`) + cue(index * 2 + 1, line)).join('')}`;
    const { state, requests, press } = await opened(text);
    expect(
      original().getByText(
        /Without the repetitions there are 12 subtitles instead of 24\. You send about \d\d % less text\./,
      ),
    ).toBeDefined();
    await press('Remove the repetitions');
    expect(
      original().getByText(
        /^The page removed the repetitions\. Without the repetitions there are 12 subtitles instead of 24/,
      ),
    ).toBeDefined();
    expect(state()).toMatchObject({ readAs: 'vtt', phrases: [] });
    expect(document.activeElement).toBe(button('Undo: bring the repetitions back'));
    await press('Undo: bring the repetitions back');
    expect(state()).toMatchObject({ readAs: 'vtt', sourceText: text });
    expect(document.activeElement).toBe(button('Remove the repetitions'));
    await press('Remove the repetitions');
    await press('Translate', 5_000);
    expect(requests.flatMap(({ numbers }) => numbers)).toHaveLength(12);
    expect(state().phrases.map((phrase) => phrase.text)).toEqual(lines);
    expect(state().translated.match(/-->/g)).toHaveLength(12);
    expect(state().translated.startsWith('WEBVTT')).toBe(true);
  });

  const ZH = ['你去哪儿了？', '我在厨房里。', '他说了什么？', '我得走了。'];
  const EN = ['Where have you been?', 'I was in the kitchen.', 'What did he say?', 'I have to go.'];
  const inBoth = (cue: (second: number, zh: string, en: string) => string) =>
    ZH.map((zh, index) => cue(index, zh, EN[index] ?? '')).join('');

  it('[D2.29][D2.30] report two languages and send only the chosen one; one click brings both back, also after a reload', async () => {
    const text = inBoth((at, zh, en) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${zh}\n${en}\n\n`);
    const first = await opened(text);
    expect(
      original().getByText(
        /^\d of \d subtitles have their text twice: in Chinese and in English\. .* Undo brings it back\./,
      ),
    ).toBeDefined();
    await first.press('Translate only the text in Chinese');
    expect(first.state().sourceText).not.toContain('kitchen');
    expect(
      original().getByText('Only the text in Chinese is translated. The page removed the other text from 4 subtitles'),
    ).toBeDefined();
    noButton('Translate only the text in English');
    expect(document.activeElement).toBe(button('Undo the repairs'));
    const kept = first.state();
    first.unmount();
    const { user, state, requests, press } = await opened(kept);
    expect(
      original().getByText('Only the text in Chinese is translated. The page removed the other text from 4 subtitles'),
    ).toBeDefined();
    await press('Undo the repairs');
    expect(state().sourceText).toBe(text);
    expect(document.activeElement).toBe(button('Translate only the text in Chinese'));
    await user.click(button('Show repairs'));
    await user.click(kind(/Translate only the text in Chinese/));
    await user.click(kind(/Translate only the text in English/));
    expect(kind(/Translate only the text in Chinese/).checked).toBe(false);
    await press('Mend the file');
    await press('Translate', 5_000);
    expect(requests.flatMap(({ numbers }) => numbers)).toHaveLength(4);
    expect(state().phrases.map((phrase) => phrase.text.replace(/⟦\d⟧/, ''))).toEqual(EN);
    expect(state().translated).not.toMatch(/\p{Script=Han}/u);
  });

  it('are undone as a whole, with later edits, by "Read strictly" and by Undo', async () => {
    const { session, give, state, press } = await opened(BROKEN);
    for (const back of ['Read strictly', 'Undo']) {
      await press('Mend the file');
      await give(() => session.edit('original', state().sourceText.replace('A', 'Edited')), 1_000);
      await press(back);
      expect(state()).toMatchObject({ sourceText: BROKEN, readAs: 'srt' });
      expect(original().getByText(/^This file can be repaired/)).toBeDefined();
    }
  });

  it('[D2.7] can be undone only for the mended file; once another film replaces it, the words say so', async () => {
    const { user, session, give, pass, state, press } = await opened(BROKEN);
    const shownText = () => screen.getByRole('status', { name: 'Notices' }).textContent;
    await press('Mend the file');
    const mended = 'The file was repaired. Until you press Translate, Undo brings its earlier text back.';
    const replaced =
      'You opened or typed another text. Undo brings back the file without its repairs, until you press Translate.';
    for (const [text, words, isMended] of [
      [MENDED, mended, true],
      [`${MENDED}\n4\n00:00:07,000 --> 00:00:08,000\nD\n`, mended, true],
      [sampleSrt(30), replaced, false],
      ['WEBVTT\n\n00:01.000 --> 00:02.000\nA\n', replaced, false],
      // The editor's own undo.
      [MENDED, mended, true],
      [sampleSrt(30), replaced, false],
    ] as const) {
      await give(() => session.edit('original', text));
      if (!isMended) noButton('Read strictly');
      await pass(1_000);
      expect(shownText(), text).toContain(words);
      expect(screen.queryByRole('button', { name: 'Read strictly' }) !== null, text).toBe(isMended);
      if (text === sampleSrt(30)) expect(screen.queryByText(/repairs of \d kinds/)).toBeNull();
    }
    await user.click(button('Undo'));
    expect(state().sourceText).toBe(BROKEN);
    expect(shownText()).toContain('Undone: repairing the file.');
  });

  it('[D2.7] repairs that change no letter are reported as made', async () => {
    const { press } = await opened('Translated by X\n\n1\n00:00:01,000 --> 00:00:02,000\nA\n');
    await press('Mend the file');
    const shownText = screen.getByRole('status', { name: 'Notices' }).textContent;
    expect(shownText).toContain('The file was repaired. Until you press Translate, Undo brings its earlier text back.');
  });

  it('[D2.7] are still those of the same film if its broken text is pasted again, and can be made again', async () => {
    const { session, give, state, press } = await opened(BROKEN);
    const shownText = () => screen.getByRole('status', { name: 'Notices' }).textContent;
    const mend = async () => {
      await press('Mend the file');
      expect(state().sourceText).toEqual(MENDED);
      expect(shownText()?.includes('The file was repaired. Until you press Translate')).toBe(true);
    };
    await mend();
    await give(() => session.edit('original', BROKEN), 1_000);
    expect(shownText()).toContain('The repairs were undone. The text is as it was before.');
    noButton('Read strictly');
    await mend();
    expect(button('Read strictly')).toBeDefined();
  });

  it('[D2.7] can be undone after a reload and an edit', async () => {
    const first = await opened(BROKEN);
    await first.click(button('Mend the file'), 1_000);
    await first.give(() => first.session.edit('original', `${MENDED}\n4\n00:00:07,000 --> 00:00:08,000\nD\n`));
    const kept = first.state();
    first.unmount();
    const { pass, user, state } = await renderApp({ initial: kept });
    await pass(1_000);
    await user.click(button('Read strictly'));
    expect(state().sourceText).toBe(BROKEN);
  });

  it('[D2.9] do not move unreadable parts, which are neither sent nor counted', async () => {
    const { requests, state, press } = await opened(
      `A film\n\n1\n${T1}\nA\n\n2\n${T2}\n\n7\n\n8\n00:00:09,000 --> 00:00:10,000\nB`,
    );
    await press('Mend the file');
    await press('Translate', 5_000);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1, 8]]);
    expect(state().translated).toMatch(
      new RegExp(`^A film\n\n1\n${T1}\n.+\n\n2\n${T2}\n\n7\n\n8\n00:00:09,000 --> 00:00:10,000\n.+\n$`),
    );
  });

  it('[D2.10] repairs of a readable file are reported quietly, and made only on request', async () => {
    const text = `1\n00:00:01.5 --> 00:00:02,000\nA\n\n2\n${T2}\nB`;
    const { user, state, press } = await opened(text);
    expect(screen.queryByText(/can be mended/)).toBeNull();
    noButton('Mend the file');
    expect(
      original().getByText(
        '1 timing has an unusual form. Some players cannot read it. The repair writes it as 00:00:01,500.',
      ),
    ).toBeDefined();
    await user.click(button('Show repairs'));
    expect(button('Mend the file')).toHaveProperty('disabled', true);
    await user.click(kind(/unusual form/));
    await press('Mend the file');
    expect(state()).toMatchObject({
      sourceText: `1\n00:00:01,500 --> 00:00:02,000\nA\n\n2\n${T2}\nB\n`,
      readAs: 'srt',
    });
  });

  it('repairs of many phrases are shown a part at a time', async () => {
    const timings = Array.from({ length: 160 }, (_, index) => `00:00:${index} -> 00:00:${index + 1}\nx`).join('\n\n');
    const { user } = await opened(timings);
    await user.click(button('Show repairs'));
    const arrows = within(kind(/160 timings have another arrow than “-->”\./).closest('li') as HTMLElement);
    expect(arrows.getAllByRole('listitem')).toHaveLength(50);
    await user.click(arrows.getByRole('button', { name: 'Show 100 more of 160' }));
    await user.click(arrows.getByRole('button', { name: 'Show 10 more of 160' }));
    expect(arrows.getAllByRole('listitem')).toHaveLength(160);
    expect(arrows.queryByRole('button')).toBeNull();
  });
});
