import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findProvider } from '@pydantic/genai-prices';

/**
 * Writes src/prices/price-table.json: the part of the open price table @pydantic/genai-prices that the translation of text needs. The file is
 * committed so that a review shows changed prices; a unit test compares it with the output of this script.
 */
export const TABLE_PATH = fileURLToPath(new URL('../src/prices/price-table.json', import.meta.url));

/** The month in which each version of the package was published (`npm view @pydantic/genai-prices time`), because the package contains no date. */
const PUBLISHED = { '0.1.8': '2026-09' };

/** Our endpoints and the table's names for them. OpenRouter is missing, because its live list has its prices. */
const ENDPOINTS = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  deepseek: 'deepseek',
  mistral: 'mistral',
  groq: 'groq',
  xai: 'x-ai',
};

/** Models for other purposes than text in and text out. */
const OTHER_USES =
  /audio|realtime|live|tts|transcri|whisper|image|video|vision|voice|embed|moderat|search|research|computer|ocr|safeguard|guard|omni|codestral|devstral|codex|code-|build/;

export function slimTable() {
  const path = createRequire(import.meta.url)
    .resolve('@pydantic/genai-prices')
    .replace(/dist\/.*$/, 'package.json');
  const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
  const date = PUBLISHED[version];
  if (!date) throw new Error(`Of which month is ${name} ${version}? Add it to PUBLISHED in scripts/slim-prices.mjs.`);
  const endpoints = Object.entries(ENDPOINTS).map(([endpoint, providerId]) => [
    endpoint,
    findProvider({ providerId }).models.flatMap((model) => rowOf(model, endpoint, date)),
  ]);
  return { source: `${name} ${version}`, date, endpoints: Object.fromEntries(endpoints) };
}

/**
 * [patterns of the ids, price in, price out], followed by groups of three: prices of some hours (UTC), ["01:00-04:00", in, out], and later prices,
 * ["2027-01-01", in, out], which may have hours too.
 */
function rowOf({ id, match, prices }, endpoint, date) {
  if (OTHER_USES.test(id) || (endpoint === 'google' && !id.startsWith('gemini'))) return [];
  const [now, ...later] = inForce(Array.isArray(prices) ? prices : [{ prices }], date);
  if (now === undefined) return [];
  const patterns = patternsOf(match).filter((pattern) => !OTHER_USES.test(pattern));
  if (patterns.length === 0) return [];
  const dated = later.flatMap(({ from, price, hours }) => [from, ...price, ...hours]);
  return [[patterns.join(' '), ...now.price, ...now.hours, ...dated]];
}

/** The prices at the date of the table, and those from later days on. */
function inForce(all, date) {
  const byDay = [];
  for (const { constraint, prices } of all) {
    const price = pairOf(prices);
    if (price === undefined) continue;
    const last = byDay.at(-1);
    if (constraint?.type === 'time_of_date' && last) {
      const [start, end] = [constraint.start_time, constraint.end_time].map(minuteOf);
      last.hours.push(`${start}-${end}`, ...price);
    } else if (constraint?.type === 'start_date' && constraint.start_date > `${date}-31`) {
      byDay.push({ from: constraint.start_date, price, hours: [] });
    } else byDay.splice(0, byDay.length, { from: '', price, hours: [] });
  }
  return byDay;
}

/** Shortens "01:00:00Z" to "01:00". */
function minuteOf(time) {
  if (!/^\d\d:\d\d:00Z$/.test(time)) throw new Error(`Not a time of the day in UTC: ${time}`);
  return time.slice(0, 5);
}

function pairOf({ input_mtok: input, output_mtok: output }) {
  return input === undefined || output === undefined ? undefined : [lowest(input), lowest(output)];
}

/** Takes the lowest price: a batch is far below the number of tokens from which a request costs more. */
const lowest = (price) => (typeof price === 'number' ? price : price.base);

/** Patterns of ids: "gpt-4o" is the whole id, "claude-3-haiku*" its beginning, "#" a digit. */
function patternsOf(match) {
  if (match.or) return match.or.flatMap(patternsOf);
  // The table says "begins with, and is no voice model". Voice models have no rows here, so the first condition is enough.
  if (match.and) return patternsOf(match.and[0]);
  if (match.equals !== undefined) return [match.equals];
  if (match.starts_with !== undefined) return [`${match.starts_with}*`];
  if (match.ends_with !== undefined) return [`*${match.ends_with}`];
  if (match.contains !== undefined) return [`*${match.contains}*`];
  return [fromRegex(match.regex)];
}

/** Converts the table's regular expressions, which match dates and versions at the end of an id. */
function fromRegex(regex) {
  const glob = regex
    .replace(/^\^/, '')
    .replace(/\\d\{(\d)\}/g, (_, count) => '#'.repeat(Number(count)))
    .replace(/\\d$/, '#*')
    .replace(/\\\./g, '.')
    .replace(/\$$/, '');
  if (!/^[\w.#*/-]+$/.test(glob)) throw new Error(`No pattern for the regular expression ${regex}`);
  return glob;
}

/** Writes one row per line, so that a diff shows each change. */
export const asText = ({ source, date, endpoints }) =>
  `{ "source": ${JSON.stringify(source)}, "date": ${JSON.stringify(date)}, "endpoints": {\n${Object.entries(endpoints)
    .map(([endpoint, rows]) => `"${endpoint}": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`)
    .join(',\n')}\n} }\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(TABLE_PATH, asText(slimTable()));
