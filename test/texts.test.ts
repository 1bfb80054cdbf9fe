import { expect, it } from 'vitest';
import { textsOf } from '../scripts/texts.mjs';

const found = (source: string) => textsOf(source).map(({ line, text }) => `${line}: ${text}`);

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the samples are sources
it.each([
  ['a text between tags', 'const a = <p>Nothing is sent.</p>;', ['1: Nothing is sent.']],
  [
    'the accessible name and the title of a control',
    '<input aria-label="Find" title="Find a line" />;',
    ['1: Find', '1: Find a line'],
  ],
  ['a text in quotes', "const words = { paused: 'the prompt is empty' };", ['1: the prompt is empty']],
  ['a template, with the names of its values', 'const a = `${found.count} lines`;', ['1: {count} lines']],
  [
    'a template, with the function name of a value that is a call',
    'say(`Line ${numberText(n)}`);',
    ['1: Line {numberText}'],
  ],
  [
    'a sentence with values between tags as one text',
    '<p>Read in {count} parts,\n at {price()}.</p>;',
    ['1: Read in {count} parts, at {price}.'],
  ],
  [
    'both words of a choice within their sentence',
    "<p>It {one ? 'needs' : 'need'} a look.</p>;",
    ['1: It {needs / need} a look.'],
  ],
  ['the words of a failure', 'fail(`No answer after ${ms} ms.`);', ['1: No answer after {ms} ms.']],
  ['a text with a number between two words', "counted('Moved # lines');", ['1: Moved # lines']],
  ['what the terminal says of a call', "#!/usr/bin/env node\nthrow new Mistake('Give a file.');", ['2: Give a file.']],
])('finds %s', (_kind, source, expected) => {
  expect(found(source)).toEqual(expected);
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the samples are sources

it.each([
  ['styles, ids and roles', '<p className="Wide Row" id="film-notes" role="status" />;'],
  ['texts that the code only compares', "if (key === 'Enter') go();"],
  ['imports, types and errors of the code', "import a from 'Film'; type B = 'One word'; throw new Error('Not here');"],
  ['regular expressions and CSS values', "const a = ['(?:one|two) words', 'var(--color, Canvas)'];"],
])('leaves out %s', (_kind, source) => {
  expect(found(source)).toEqual([]);
});

it('reports the line number of a text', () => {
  expect(found("// größer\nconst a = 1;\nconst words = 'Paste your key first.';")).toEqual([
    '3: Paste your key first.',
  ]);
});
