import { languageOfPhrases } from '../languages/guess-language.ts';
import { memoizeLast } from '../lib/memo.ts';
import type { FilmNotes } from '../notes/notes.ts';
import { namesTold, notesStamp, notesText, speakersIn } from '../notes/notes-text.ts';
import { modelKey } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import { type Batch, batchAt, type FilmOptions } from '../translation/batch.ts';
import { translationsOf } from '../translation/check-reply.ts';
import { windowAround } from '../translation/request.ts';
import { isFinished } from './batch.ts';
import type { Call } from './job.ts';
import type { Provenance, RunEvent, RunState, SuggestionRequest } from './run-state.ts';

const textsOf = (phrases: readonly Phrase[]): readonly string[] => phrases.map(({ text }) => text);

/** The film notes as a request for these phrases has them; empty: there are none. `phrases`: of the whole film; `spoken`: those whose speakers are told. */
const notesFor = (
  { notes, phrases }: Pick<RunState, 'notes' | 'phrases'>,
  asked: readonly Phrase[],
  context: readonly Phrase[],
  spoken = asked,
): string =>
  notesText(
    notes,
    { texts: textsOf(asked), contextTexts: textsOf(context), speakers: speakersIn(spoken) },
    languageOfPhrases(phrases),
  );

/** What a request for these phrases has of the film notes: nothing where there are none. */
function notedFor(
  film: Pick<RunState, 'notes' | 'phrases'>,
  asked: readonly Phrase[],
  context: readonly Phrase[],
): Pick<Call, 'notes' | 'names'> {
  const notes = notesFor(film, asked, context);
  return notes === '' ? {} : { notes, names: namesTold(film.notes, asked) };
}

/** The same of a request for suggestions, for its lines and their neighbours. */
export const notedForAsk = (
  film: Pick<RunState, 'notes' | 'phrases'>,
  { phrases, suggestion }: Pick<SuggestionRequest, 'phrases' | 'suggestion'>,
): Pick<Call, 'notes' | 'names'> =>
  notedFor(
    film,
    phrases,
    suggestion.neighbours.map(({ number, original }) => ({ number, time: '', text: original })),
  );

/** By batch, of the film asked about last: the page asks about each batch after each change, and a film with many terms is searched for long. */
const textsOfFilm = memoizeLast(
  (_notes: FilmNotes, _phrases: readonly Phrase[], _options: FilmOptions) => new Map<number, string>(),
);

/** The film notes with which a batch's calls are made, its corrective pass included; a part has the speakers of its own lines. */
function notesOfBatch(state: Pick<RunState, 'notes' | 'phrases' | 'options'>, index: number): string {
  const known = textsOfFilm(state.notes, state.phrases, state.options);
  const batch = batchAt(state.phrases, index);
  const text = known.get(index) ?? notesFor(state, batch.phrases, contextFor(state, batch));
  known.set(index, text);
  return text;
}

/** The same of one of its calls, which may be for a part of its phrases; each part remembers what the whole batch would have had. */
export function notedOfCall(
  state: Pick<RunState, 'notes' | 'phrases' | 'options'>,
  index: number,
  asked: readonly Phrase[],
): Pick<Call, 'notes' | 'names' | 'notesStamp'> {
  const whole = notesOfBatch(state, index);
  const stamp = notesStamp(whole);
  if (stamp === '') return {};
  const batch = batchAt(state.phrases, index);
  const isWhole = asked.length === batch.phrases.length;
  const notes = isWhole ? whole : notesFor(state, batch.phrases, contextFor(state, batch), asked);
  return { ...(notes !== '' && { notes }), names: namesTold(state.notes, asked), notesStamp: stamp };
}

/** The context of a call for a batch or a part of it. `call`: with the context as specified. */
export const contextFor = (
  { phrases, options }: Pick<RunState, 'phrases' | 'options'>,
  call: Pick<Batch, 'phrases' | 'context'>,
): readonly Phrase[] => (options.context === 'window' ? windowAround(phrases, call.phrases) : call.context);

/** In place of a stamp: parts of a batch were made with different notes. */
export const MIXED_NOTES = 'mixed';

type Made = Pick<RunState, 'notes' | 'phrases' | 'options' | 'batches'>;

/** Whether a batch's answer was made with other notes than a request would have now. */
export function hasOtherNotes(state: Made, index: number): boolean {
  const batch = state.batches[index];
  if (!isFinished(batch) || batch.notesStamp === notesStamp(notesOfBatch(state, index))) return false;
  // What has failed without a text was made with nothing.
  return batch.state === 'ok' || translationsOf(batchAt(state.phrases, index).phrases, batch.result[1]).size > 0;
}

/** The batches of which that is so: takes a moment for a long film with many terms. */
export const madeWithOtherNotes = (state: Made): readonly number[] =>
  [...state.batches.keys()].filter((index) => hasOtherNotes(state, index));

/**
 * What is to be noted of an answer: nothing, as long as prompt and model are those of the first answer. Answers from before
 * anything was noted keep the first place.
 */
export function provenanceEvents(
  { batches, provenances: noted }: RunState,
  index: number,
  madeWith: Provenance | undefined,
  stamp: string,
): readonly RunEvent[] {
  if (!madeWith) return [];
  const isUnnoted = noted.length === 0 && batches.some(isFinished);
  const provenances = isUnnoted ? [null] : noted;
  const known = provenances.findIndex(
    (each) => each?.prompt === madeWith.prompt && modelKey(each.model) === modelKey(madeWith.model),
  );
  const provenance = known < 0 ? provenances.length : known;
  const was = batches[index];
  if (known >= 0 && provenance === was?.provenance && stamp === was.notesStamp) return [];
  return [
    {
      type: 'batch-made',
      index,
      provenance,
      provenances: known < 0 ? [...provenances, madeWith] : provenances,
      notesStamp: stamp,
    },
  ];
}
