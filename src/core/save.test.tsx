import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ANY_DOCUMENT } from '../../test/any-documents.ts';
import { createHarness, replyOf } from '../../test/session-harness.ts';
import { startSettings } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { createCore, type FileOptions } from '../core.ts';
import { parseJson } from '../lib/json.ts';
import { mend, searchRepairs } from '../ui/panels/source/repairs-desk.ts';
import { createPageState } from '../ui/state/page-state.ts';
import { saveResult } from '../ui/state/save.ts';
import type { Services } from '../ui/state/services.tsx';

/** Each option of the file alone, and several at once. */
const OPTIONS: readonly FileOptions[] = [
  {},
  ...(['lf', 'file', 'tv'] as const).map((lineEnds) => ({ lineEnds })),
  ...(['rlm', 'embedding'] as const).map((marks) => ({ marks })),
  { lineBreaks: 'balanced' },
  ...(['below', 'above'] as const).map((both) => ({ both })),
  { both: 'below', look: 'italics', lineEnds: 'tv', marks: 'rlm', lineBreaks: 'balanced', sounds: 'left-out' },
];

const PROMPT = 'Translate into Hebrew.';
const NAME = 'Film.en.srt';

const network: typeof globalThis.fetch = async (_, init) => {
  const { messages } = parseJson(String(init?.body)) as { messages: { content: string }[] };
  const asked = parseJson(messages.at(-1)?.content ?? '') as Record<string, string>;
  const content = repliedTo(Object.keys(asked).map(Number));
  return Response.json({ choices: [{ message: { content }, finish_reason: 'stop' }] });
};

/** Texts in a right-to-left script that are longer than one line. */
const repliedTo = (numbers: readonly number[]): string =>
  replyOf(numbers).replaceAll('PT', 'שלום לכולם, וברוכים הבאים אל הסרט הארוך הזה! <i>Hi</i>');

async function savedByCore(bytes: Uint8Array, file: FileOptions) {
  const core = createCore({ network, keys: { openai: 'key' } });
  const result = core.translateFile(bytes, { name: NAME, prompt: PROMPT, model: 'openai/gpt-4o', file });
  await vi.advanceTimersByTimeAsync(10_000);
  const saved = await result;
  return saved.ok ? ([saved.name, saved.bytes] as const) : saved.error;
}

/** The page with a finished film; the function saves it. */
async function pageWith(bytes: Uint8Array) {
  const { session, pass } = createHarness({
    answer: ({ numbers }) => ({ ok: true, text: repliedTo(numbers), usage: undefined }),
  });
  const page = createPageState();
  const { settings } = startSettings({ prompt: PROMPT });
  const decoded = await session.analysis.ask('decode', { bytes, name: NAME, encoding: undefined });
  if (!decoded?.ok) throw new Error(decoded?.error);
  session.openSource(decoded.value.text, [], NAME);
  await searchRepairs(session);
  if (session.analysis.store.getState().repairs.repairs?.isOffered) await mend(session, async () => {});
  void session.translate();
  await pass(10_000);
  return async (options: FileOptions) => {
    const { error } = session.store.getState();
    if (error !== '') return error;
    page.setState({ saving: { main: 'save-as', options } });
    const files: Blob[] = [];
    let name = '';
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      files.push(blob as Blob);
      return 'blob:';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download;
    });
    await saveResult({ session, settings, page } as Services, 'save-as');
    return [name, new Uint8Array((await files[0]?.arrayBuffer()) ?? [])] as const;
  };
}

/** For a format's first file each option; for the others these. */
const FEW_OPTIONS = [...OPTIONS.slice(0, 1), ...OPTIONS.slice(-1)];

const FILES = {
  ...Object.fromEntries(
    Object.entries(ANY_DOCUMENT).map(([format, document]) => [format, fc.sample(document, { numRuns: 2, seed: 48 })]),
  ),
  srt: [
    sampleSrt(25),
    sampleSrt(25).replaceAll('\n', '\r\n'),
    `\uFEFF${sampleSrt(3)}`,
    // To be mended: without blank lines, and with numbers missing.
    sampleSrt(25).replaceAll('\n\n', '\n'),
    sampleSrt(4).replace('2\n', ''),
    '1\n00:00:01,000 --> 00:00:02,000\n[DOOR]\n\n2\n00:00:02,000 --> 00:00:04,000\n- Yes.\n- No.\n',
  ],
};

test.each(Object.entries(FILES))('a program saves the bytes that the page saves: %s', async (_, files) => {
  vi.useFakeTimers();
  const asked = (index: number) => (index === 0 ? OPTIONS : FEW_OPTIONS);
  let count = 0;
  for (const [index, text] of files.entries()) {
    const bytes = new TextEncoder().encode(text);
    const save = await pageWith(bytes);
    for (const options of asked(index)) {
      const saved = await save(options);
      if (typeof saved !== 'string' && saved[1].length > 0) count++;
      expect([text, options, await savedByCore(bytes, options)]).toEqual([text, options, saved]);
    }
  }
  expect(count).toBe(files.flatMap((_, index) => asked(index)).length);
});
