import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_DOCUMENT } from '../../test/any-documents.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { folderOfTest, programIn, standIn } from '../../test/terminal-program.ts';
import { createCore, type FileOptions } from '../core.ts';

const at = folderOfTest('bytes');
const run = programIn(at);

const PROMPT = 'Translate into Hebrew.';
const MODEL = 'openai/gpt-5.4-mini';
const OPTIONS: readonly (readonly [args: readonly string[], file: FileOptions])[] = [
  [[], {}],
  [['--line-ends', 'tv'], { lineEnds: 'tv' }],
  [['--line-ends', 'file'], { lineEnds: 'file' }],
  [['--marks', 'embedding', '--line-breaks', 'balanced'], { marks: 'embedding', lineBreaks: 'balanced' }],
  [['--bilingual', 'above'], { both: 'above' }],
];

async function savedByCore(bytes: Uint8Array, name: string, file: FileOptions): Promise<Uint8Array> {
  const core = createCore({ network: standIn().fetch, keys: { openai: 'a-key-of-tests' } });
  const saved = await core.translateFile(bytes, { name, prompt: PROMPT, to: 'he', model: MODEL, file });
  if (!saved.ok) throw new Error(saved.error);
  return saved.bytes;
}

// The core saves the same bytes as the page (core/save.test.tsx).
test.each(Object.entries({ ...ANY_DOCUMENT, srt: fc.constant(sampleSrt(25).replaceAll('\n', '\r\n')) }))(
  'the file that is written is what the core saves: %s',
  async (format, document) => {
    for (const text of fc.sample(document, { numRuns: 1, seed: 48 })) {
      const name = `Film.${format}`;
      const bytes = new TextEncoder().encode(text);
      await writeFile(at(name), bytes);
      // The effect of an option does not depend on the format.
      for (const [args, file] of format === 'srt' ? OPTIONS : [...OPTIONS.slice(0, 1), ...OPTIONS.slice(-1)]) {
        const output = at('output');
        const call = [at(name), '-o', output, '--overwrite', '--prompt', PROMPT, '--name-language', 'he'];
        const ran = await run([...call, '--model', MODEL, ...args]);
        expect([ran.err, ran.code]).toEqual(['', 0]);
        const written = new Uint8Array(await readFile(output));
        const saved = await savedByCore(bytes, name, file);
        expect(new TextDecoder().decode(written)).toBe(new TextDecoder().decode(saved));
        expect(written).toEqual(saved);
      }
    }
  },
);
