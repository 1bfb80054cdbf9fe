import * as v from 'valibot';
import { isLeftToRun } from '../engine/state/run-selectors.ts';
import { parseJson } from '../lib/parse-json.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { modelName } from '../providers/model-by-name.ts';
import type { Model } from '../providers/provider.ts';
import type { SessionState } from '../session/session-state.ts';
import { parseSession } from './parse-session.ts';
import { formatSession, type SessionKey } from './session-texts.ts';
import { MODEL } from './settings-texts.ts';
import { parseStored, SCHEMA_VERSION } from './stored-value.ts';

/** The content of a project file: the work, and the prompt and model that made it. Never a key. */
export interface Project {
  readonly session: SessionState;
  readonly prompt: string;
  readonly model: Model;
}

const FORMAT = 'subtitle-translator-project';

/** Keys that the file leaves out: which batch was open, and what can be computed from the other keys. */
const LEFT_OUT = new Set<string>(['batchShown', 'batchInput', 'batchErr', 'batchOutput', 'numBatches']);
/** Keys whose stored texts are JSON: the file holds their values, not their texts. */
const JSON_KEYS = new Set<string>(['phrases', 'batchDataResults', 'sessionExtras'] satisfies SessionKey[]);

const projectSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  prompt: v.string(),
  model: v.string(),
  session: v.record(v.string(), v.unknown()),
});

/** One JSON text, which holds the session under the names of the stored keys (specification, section 3). */
export function formatProject({ session, prompt, model }: Project): string {
  const texts = Object.entries(formatSession(session)).filter(([key]) => !LEFT_OUT.has(key));
  const stored = Object.fromEntries(texts.map(([key, text]) => [key, JSON_KEYS.has(key) ? JSON.parse(text) : text]));
  const project = { format: FORMAT, version: SCHEMA_VERSION, prompt, model: modelName(model), session: stored };
  return `${JSON.stringify(project, null, 1)}\n`;
}

/** The error is a sentence for people. A file with a broken part is refused as a whole; no part is guessed. */
export function parseProject(text: string): Result<Project, string> {
  const json = parseJson(text);
  if (json === undefined)
    return fail('This is not a project file: it is not valid JSON. The work on the page is unchanged.');
  const parsed = v.safeParse(projectSchema, json);
  if (!parsed.success) {
    return fail(
      `This is not a project file of Subtitle translator (${issueOf(parsed.issues)}). The work on the page is unchanged.`,
    );
  }
  const { version, prompt, session } = parsed.output;
  if (version > SCHEMA_VERSION) {
    return fail(
      'This project file was saved by a newer version of the page. Reload the page to get it, then open the file again.',
    );
  }
  const stored = new Map(Object.entries(session).map(([key, value]) => [key, textOf(key, value)]));
  const { state, broken } = parseSession({ read: (key) => stored.get(key) ?? null, torn: false });
  if (broken.size > 0) {
    return fail(`This project file is damaged (${[...broken].join(', ')}). The work on the page is unchanged.`);
  }
  const model = parseStored(parsed.output.model, MODEL);
  if (model.broken) return fail('This project file is damaged (model). The work on the page is unchanged.');
  const paused = isLeftToRun(state) ? (state.paused ?? PAUSED) : null;
  const details = state.details.map(({ byHand: _, ...kept }) => kept);
  return ok({ session: { ...state, details, paused }, prompt, model: model.value });
}

/** Opening a file sends nothing: batches left to translate, including those that a person asked for, wait for Resume. */
const PAUSED = { reason: 'person' } as const;

const textOf = (key: string, value: unknown): string =>
  JSON_KEYS.has(key) || typeof value !== 'string' ? JSON.stringify(value) : value;

const issueOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  `${issues[0] ? (v.getDotPath(issues[0]) ?? 'the whole') : 'the whole'} is not as expected`;
