import * as v from 'valibot';
import { jsonOf, partText } from '../lib/json-text.ts';
import { once } from '../lib/once.ts';
import { stampOf } from '../lib/stamp.ts';
import { modelName } from '../providers/models.ts';
import type { SessionState } from '../session/session-state.ts';
import {
  detailsSchema,
  lineMarksSchema,
  noticeSchema,
  pauseSchema,
  spentSchema,
  suggestionsSchema,
} from '../session/stored-facts.ts';
import { suggestionsAtRest } from '../session/suggest/suggestions.ts';
import { READINGS } from '../subtitles/document.ts';
import { MODEL } from './settings-texts.ts';

/**
 * The key of our own, "sessionExtras": the facts of a session that the specified keys have no place for, by their names in the state.
 * Each broken part gets its default, and `onBroken` is called.
 */
export function extrasSchema(onBroken: () => void) {
  const broken =
    <T>(fallback: T) =>
    () => {
      onBroken();
      return fallback;
    };
  const part = <T>(schema: v.GenericSchema<unknown, T>, fallback: T) =>
    v.optional(v.fallback(schema, broken(fallback)), () => fallback);
  return v.object({
    /** stampOf() the text under "phrases": the results belong to these phrases and to no others. */
    phrasesStamp: part(v.nullable(v.string()), null),
    fileName: part(v.string(), ''),
    readAs: part(v.picklist(READINGS), 'srt'),
    withoutStyles: part(v.array(v.string()), []),
    paused: part(v.nullable(pauseSchema), null),
    translatedEdited: part(v.boolean(), false),
    textsBeforeEdit: part(v.record(v.string(), v.nullable(v.string())), {}),
    translatedStale: part(v.boolean(), false),
    notices: part(v.array(noticeSchema), []),
    spent: part(spentSchema, []),
    makings: part(v.array(v.nullable(v.object({ prompt: v.string(), model: MODEL.schema }))), []),
    marks: part(v.record(v.string(), v.fallback(lineMarksSchema, broken({}))), {}),
    suggestions: part(v.record(v.string(), v.fallback(suggestionsSchema, broken([]))), {}),
    details: part(v.array(v.fallback(detailsSchema, broken({}))), []),
  });
}

export const NO_EXTRAS = v.parse(
  extrasSchema(() => {}),
  {},
);

export const phrasesStamp = once((phrases: SessionState['phrases']) => stampOf(jsonOf(phrases)));

/** What is as in a session without extras is left out. */
export function extrasText(state: SessionState): string {
  const makings = state.makings.map((made) => made && { ...made, model: modelName(made.model) });
  const suggestions = suggestionsAtRest(state);
  const extras: Readonly<Record<string, unknown>> = {
    ...state,
    ...{ phrasesStamp: phrasesStamp(state.phrases), makings, suggestions },
  };
  const parts = Object.entries(NO_EXTRAS).flatMap(([name, none]) => {
    const text = partText(extras[name]);
    return text === partText(none) ? [] : [`"${name}":${text}`];
  });
  return `{${parts.join(',')}}`;
}
