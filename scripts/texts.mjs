/**
 * `npm run texts` prints every text that the page or the terminal can show, with its place, one per line, so that a person can read them all. A
 * value inside a text is shown by its name in braces: "{count} lines". Arguments: files, to print only their texts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import swc from '@swc/core';

/** Files whose texts are sent to models, are words of other languages, or never reach the page. */
const NOT_SHOWN = [
  /\.test\.tsx?$/,
  /^src\/(?:languages|review\/text|demo)\//,
  /^src\/translation\/(?:request|suggestions|whole-output)\.ts$/,
  /^src\/notes\/(?:notes-text|film-reading|word-forms|occurrences)\.ts$/,
  /^src\/review\/(?:saved-name|problems\/noted-rows)\.ts$/,
  /^src\/(?:prices\/estimate|providers\/chat-models|files\/(?:detect-encoding|meant-letters)|ui\/kit\/overlays)\.ts$/,
];

/** Attributes whose value is a name for styles, elements or the browser. */
const CODE_ATTRIBUTES = new Set(
  'className id type role href rel d viewBox dir lang key part aria-describedby'.split(' '),
);

/** Attributes whose value is read out or shown. */
const TEXT_ATTRIBUTES = new Set(['aria-label', 'title', 'placeholder', 'label', 'name', 'alt']);

/** Functions whose arguments are selectors, events or words for the console. */
const CODE_CALLS =
  /^(?:querySelector(?:All)?|closest|matches|matchMedia|\w*EventListener|\w*Error|log|warn|error|import|startsWith)$/;

/** A comparison, as in `key === 'Enter'`, shows nothing. */
const COMPARISONS = new Set(['===', '!==', 'in']);

/** Patterns, styles and lists of words without a sentence. */
const IS_CODE =
  /\(\?|^\{\w+\}(?:-|Key|px|\/)|\/(?:models|chat)\b|\\[pbWu]|\w\|\w|\b(?:var|clamp)\(|\dpx\b|\}px$|^\p{Ll}[\p{L}\p{M}:-]*(?: [\p{L}\p{M}:.-]+){7,}$|^(?:Latn|Cyrl|Grek|Hani|Bopo|Kana)$/u;

/** Two words, one word with a capital letter, or a value with a word. */
const IS_TEXT =
  /\p{L}{2,}[,:;.)"'’“”]*\s+(?:[#\d]+ )?\S*\p{L}|^\P{L}*\p{Lu}\p{Ll}+\P{L}*$|\p{L} ?…|\}[^{}]*\p{L}{2,}|\p{L}{2,}[^{}]* \{/u;
const HAS_WORD = /\p{L}{2,}/u;

/** The texts of a TypeScript source in their order, each with its line number. `isPage`: the source may contain elements. */
export function textsOf(source, isPage = true) {
  // The parser counts bytes over all files that it reads; the semicolon shows where this file begins.
  const bytes = Buffer.from(`;${source.replace(/^#!.*/, '')}`);
  const tree = swc.parseSync(bytes.toString(), { syntax: 'typescript', tsx: isPage, target: 'es2022' });
  const found = new Map();
  visit(tree, (text, { start }, pattern = IS_TEXT) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (!pattern.test(words) || IS_CODE.test(words)) return;
    const line = bytes
      .subarray(0, start - tree.span.start)
      .toString()
      .split('\n').length;
    found.set(`${line} ${words}`, { line, text: words });
  });
  return [...found.values()].sort((a, b) => a.line - b.line);
}

function visit(node, add) {
  if (Array.isArray(node)) for (const child of node) visit(child, add);
  else if (node !== null && typeof node === 'object' && !isCode(node)) {
    addOwnText(node, add);
    for (const [name, child] of Object.entries(node)) if (!HIDDEN_PARTS.has(`${node.type} ${name}`)) visit(child, add);
  }
}

/** A case and a key are names for code. The text between tags is added with its element. */
const HIDDEN_PARTS = new Set(['SwitchCase test', 'KeyValueProperty key']);

function addOwnText(node, add) {
  if (node.type === 'StringLiteral') add(node.value, node.span);
  else if (node.type === 'TemplateLiteral') add(templateWords(node), node.span);
  else if (node.type === 'JSXElement' || node.type === 'JSXFragment') addChildren(node.children, add);
  else if (node.type === 'JSXAttribute' && TEXT_ATTRIBUTES.has(node.name.value) && node.value?.type === 'StringLiteral')
    add(node.value.value, node.span, /\p{Lu}/u);
}

const TYPES_AROUND = new Set(['TsAsExpression', 'TsSatisfiesExpression', 'TsConstAssertion', 'TsNonNullExpression']);

function isCode({ type, ...node }) {
  if (/^Ts|^Import|^Export(?:Named|All)|^TaggedTemplate|^RegExp|^JSXText/.test(type)) return !TYPES_AROUND.has(type);
  if (type === 'JSXAttribute') return CODE_ATTRIBUTES.has(node.name.value ?? '');
  if (type === 'BinaryExpression') return COMPARISONS.has(node.operator);
  return (type === 'CallExpression' || type === 'NewExpression') && CODE_CALLS.test(nameOf(node.callee));
}

const templateWords = ({ quasis, expressions }) =>
  quasis.map(({ cooked }, at) => cooked + (at < expressions.length ? valueWords(expressions[at]) : '')).join('');

/** The words between an element's tags as one text, so that a sentence with values is read as a whole. */
function addChildren(children, add) {
  const first = children.find(({ type, value }) => type === 'JSXText' && HAS_WORD.test(value));
  if (!first) return;
  const words = children.map((child) => {
    if (child.type === 'JSXText') return child.value;
    return child.type === 'JSXExpressionContainer' ? valueWords(child.expression) : ' … ';
  });
  add(words.join(''), first.span, HAS_WORD);
}

/** A value as it is read in a text: its words if it is one of two texts, else its name. */
function valueWords(node) {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'ParenthesisExpression') return valueWords(node.expression);
  if (node.type === 'ConditionalExpression') return `{${[node.consequent, node.alternate].map(bare).join(' / ')}}`;
  return `{${nameOf(node) || '…'}}`;
}

const bare = (node) =>
  node.type === 'TemplateLiteral' ? templateWords(node) : valueWords(node).replace(/^\{(.*)\}$/, '$1');

function nameOf(node) {
  switch (node.type) {
    case 'Identifier':
      return node.value;
    case 'MemberExpression':
      return nameOf(node.property);
    case 'CallExpression':
    case 'NewExpression':
      return nameOf(node.callee);
    case 'Import':
      return 'import';
    case 'OptionalChainingExpression':
      return nameOf(node.base);
    case 'ParenthesisExpression':
    case 'TsAsExpression':
      return nameOf(node.expression);
    default:
      return '';
  }
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const all = readdirSync('src', { recursive: true }).map((path) => `src/${path.replaceAll('\\', '/')}`);
  const shown = all.filter((path) => /\.tsx?$/.test(path) && !NOT_SHOWN.some((pattern) => pattern.test(path))).sort();
  for (const path of argv.length > 2 ? argv.slice(2) : shown)
    for (const { line, text } of textsOf(readFileSync(path, 'utf8'), path.endsWith('x')))
      console.log(`${path}:${line}\t${text}`);
}
