import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A statement begins at the start of a line. Its further lines are indented, except brackets and comments. */
const STATEMENT = /^(?:export|import|declare|interface|type|function|const|class|enum|abstract)\b/;
const COMMENTS = /^(?:\/\*\*.*?\*\/\n)*/s;
const NAMES_OF_FILE = /^(?:import|export) (?:type )?\{([^}]*)\} from ['"]([^'"]+)['"];$/s;
const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|function|const|class|enum)\s+([\w$]+)/;
const TYPE_OF_FILE = /import\("([^"]+)"\)\.([\w$]+)/g;

/**
 * The declarations that an entry's exports lead to, as one text that needs no other file. Each file becomes a namespace, so that equal names of
 * two files stay apart.
 * @param folder what `tsc --declaration` has written
 */
export function wholeDeclarations(folder, entry) {
  const files = new Map();
  const wanted = new Map();

  function fileAt(path) {
    if (!files.has(path)) files.set(path, readFile(readFileSync(join(folder, path), 'utf8'), path));
    return files.get(path);
  }

  function want(path, name) {
    const { declared, imported } = fileAt(path);
    if (!wanted.has(path)) wanted.set(path, new Set());
    if (wanted.get(path).has(name)) return;
    wanted.get(path).add(name);
    const from = imported.get(name);
    if (from) want(pathOf(path, from.file), from.name);
    for (const text of declared.get(name) ?? []) {
      // A word may be the name of a property. Then the result has a declaration that nothing needs.
      const words = text.match(/[A-Za-z_$][\w$]*/g).filter((word) => declared.has(word) || imported.has(word));
      for (const word of words) want(path, word);
      for (const [, file, word] of text.matchAll(TYPE_OF_FILE)) want(pathOf(path, file), word);
    }
  }

  function textsOf(path, name) {
    const { declared, imported } = fileAt(path);
    const from = imported.get(name);
    if (from) return [`import ${name} = ${namespaceOf(pathOf(path, from.file))}.${from.name};`];
    if (!declared.has(name)) throw new Error(`${path} declares no ${name}.`);
    return declared.get(name).map((text) => {
      const [comments] = COMMENTS.exec(text);
      const bare = text.slice(comments.length).replace(/^(?:export )?(?:declare )?/, '');
      const inPlace = bare.replace(TYPE_OF_FILE, (_, file, word) => `${namespaceOf(pathOf(path, file))}.${word}`);
      return `${comments}${path === entry ? 'declare' : 'export'} ${inPlace}`;
    });
  }

  const { exported } = fileAt(entry);
  for (const name of exported) want(entry, name);
  const parts = [...wanted].map(([path, names]) => {
    const text = [...names].flatMap((name) => textsOf(path, name)).join('\n');
    return path === entry ? text : `declare namespace ${namespaceOf(path)} {\n${text.replace(/^(?=.)/gm, '    ')}\n}`;
  });
  return `${parts.join('\n')}\nexport { ${[...exported].join(', ')} };\n`;
}

const namespaceOf = (path) => path.replace(/\.d\.ts$/, '').replace(/\W/g, '_');

/** Imports name files with the ending of the source. */
function pathOf(path, file) {
  if (!file.startsWith('.')) throw new Error(`${path} needs the package ${file}, which a program may not have.`);
  return posix.join(posix.dirname(path), file.replace(/\.ts$/, '.d.ts'));
}

function readFile(text, path) {
  /** Statements by the name that they declare; a function may have several. */
  const declared = new Map();
  const imported = new Map();
  const exported = new Set();
  for (const statement of statementsOf(text)) {
    const bare = statement.replace(COMMENTS, '');
    const [, name] = DECLARATION.exec(bare) ?? [];
    if (name !== undefined) declared.set(name, [...(declared.get(name) ?? []), statement]);
    const named = name === undefined ? importsIn(bare, path) : [];
    for (const { local, ...from } of named) imported.set(local, from);
    if (bare.startsWith('export'))
      for (const each of named.map(({ local }) => local).concat(name ?? [])) exported.add(each);
  }
  return { declared, imported, exported };
}

function importsIn(statement, path) {
  const [, names, file] = NAMES_OF_FILE.exec(statement) ?? [];
  if (names === undefined && !/^(?:export \{\};|import ['"])/.test(statement))
    throw new Error(`${path} has a statement of a kind that is not read here: ${statement.slice(0, 200)}`);
  const found = (names ?? '').matchAll(/(?:type )?([\w$]+)(?: as ([\w$]+))?/g);
  return [...found].map(([, name, local = name]) => ({ local, name, file }));
}

/** Each with the comments before it. */
function statementsOf(text) {
  const statements = [];
  let comments = [];
  for (const line of text.trimEnd().split('\n')) {
    if (STATEMENT.test(line)) statements.push([...comments, line]);
    else if (/^(?:\/\*\*| \*)/.test(line)) {
      comments.push(line);
      continue;
    } else statements.at(-1).push(...comments, line);
    comments = [];
  }
  return statements.map((lines) => lines.join('\n'));
}
