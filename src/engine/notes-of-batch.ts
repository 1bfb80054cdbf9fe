import { languageOfPhrases } from '../languages/guess-language.ts';
import { memoizeLast } from '../lib/memo.ts';
import type { FilmNotes } from '../notes/notes.ts';
import { namesInRequest, notesStamp, notesText, speakersIn, withAbout } from '../notes/notes-text.ts';
import { notesOfFilm } from '../notes/people-of-films.ts';
import { modelKey } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import { type Batch, batchAt, type FilmOptions } from '../translation/batch.ts';
import { translationsOf } from '../translation/check-reply.ts';
import { windowAround } from '../translation/request.ts';
import { isFinished } from './batch.ts';
import type { Call } from './job.ts';
import type { Provenance, RunEvent, RunState, SuggestionRequest } from './run-state.ts';

type Noted = Pick<RunState, 'notes' | 'fileName' | 'phrases'>;

const textsOf = (phrases: readonly Phrase[]): readonly string[] => phrases.map(({ text }) => text);

/**
 * The text of the film notes in a request for these phrases; empty: no notes. `notes`: those of this film. `phrases`: the whole film. `spoken`: the phrases
 * whose speakers the notes mention.
 */
const notesFor = (
  notes: FilmNotes,
  phrases: readonly Phrase[],
  asked: readonly Phrase[],
  context: readonly Phrase[],
  spoken = asked,
): string =>
  notesText(
    notes,
    { texts: textsOf(asked), contextTexts: textsOf(context), speakers: speakersIn(spoken) },
    languageOfPhrases(phrases),
  );

/** The notes fields of a request for these phrases. Empty if the film has no notes. */
function notedFor(film: Noted, asked: readonly Phrase[], context: readonly Phrase[]): Pick<Call, 'notes' | 'names'> {
  const ofFilm = notesOfFilm(film.notes, film.fileName);
  const notes = notesFor(ofFilm, film.phrases, asked, context);
  return notes === '' ? {} : { notes, names: namesInRequest(ofFilm, asked) };
}

/** The notes fields of a request for suggestions: for its lines and their neighbours. */
export const notedForAsk = (
  film: Noted,
  { phrases, suggestion }: Pick<SuggestionRequest, 'phrases' | 'suggestion'>,
): Pick<Call, 'notes' | 'names'> =>
  notedFor(
    film,
    phrases,
    suggestion.neighbours.map(({ number, original }) => ({ number, time: '', text: original })),
  );

/** Cache by batch, for the newest film only: the page asks about each batch after each change, and the search through a film with many terms is slow. */
const newestFilm = memoizeLast(
  (notes: FilmNotes, fileName: string, _phrases: readonly Phrase[], _options: FilmOptions) => ({
    notes: notesOfFilm(notes, fileName),
    texts: new Map<number, string>(),
  }),
);

/** The film notes for all calls of a batch, the corrective pass included. A call for a part of the batch mentions only the speakers of that part. */
function notesOfBatch(state: Noted & Pick<RunState, 'options'>, index: number): string {
  const { phrases } = state;
  const { notes, texts } = newestFilm(state.notes, state.fileName, phrases, state.options);
  const batch = batchAt(phrases, index);
  const text = texts.get(index) ?? notesFor(notes, phrases, batch.phrases, contextFor(state, batch));
  texts.set(index, text);
  return text;
}

/** The notes fields of one call of the batch. A call for a part carries the stamp of the whole batch's notes. */
export function notedOfCall(
  state: Noted & Pick<RunState, 'options'>,
  index: number,
  asked: readonly Phrase[],
): Pick<Call, 'notes' | 'names' | 'notesStamp'> {
  const whole = notesOfBatch(state, index);
  const stamp = notesStamp(whole);
  if (stamp === '') return {};
  const { phrases } = state;
  const ofFilm = newestFilm(state.notes, state.fileName, phrases, state.options).notes;
  const batch = batchAt(phrases, index);
  const isWhole = asked.length === batch.phrases.length;
  const notes = isWhole ? whole : notesFor(ofFilm, phrases, batch.phrases, contextFor(state, batch), asked);
  return {
    ...(notes !== '' && { notes }),
    names: namesInRequest(ofFilm, asked),
    notesStamp: stamp,
  };
}

/** The context of a call for a batch, or for a part of it. `call` brings the specified context. */
export const contextFor = (
  { phrases, options }: Pick<RunState, 'phrases' | 'options'>,
  call: Pick<Batch, 'phrases' | 'context'>,
): readonly Phrase[] => (options.context === 'window' ? windowAround(phrases, call.phrases) : call.context);

/** Used instead of a stamp if parts of a batch were made with different notes. */
export const MIXED_NOTES = 'mixed';

type Made = Noted & Pick<RunState, 'options' | 'batches'>;

/** True if the batch was made with other notes than a request would contain now. */
export function hasOtherNotes(state: Made, index: number): boolean {
  const batch = state.batches[index];
  if (!isFinished(batch) || batch.notesStamp === notesStamp(notesOfBatch(state, index))) return false;
  // A failed batch without a text was not made with any notes.
  return batch.state === 'ok' || translationsOf(batchAt(state.phrases, index).phrases, batch.result[1]).size > 0;
}

/** True if a request would contain the batch's notes again, or the same notes with another text about the film, if that text is one of `abouts`. */
export function hasOtherAbout(state: Made, index: number, abouts: readonly string[]): boolean {
  const { phrases, batches, fileName } = state;
  const batch = batchAt(phrases, index);
  const ofFilm = notesOfFilm({ ...state.notes, about: 'Any.' }, fileName);
  const text = notesFor(ofFilm, phrases, batch.phrases, contextFor(state, batch));
  return abouts.some((about) => batches[index]?.notesStamp === notesStamp(withAbout(text, ofFilm, about)));
}

/** The batches that were made with other notes than now. Slow for a long film with many terms. */
export const madeWithOtherNotes = (state: Made): readonly number[] =>
  [...state.batches.keys()].filter((index) => hasOtherNotes(state, index));

/**
 * The events that record an answer's prompt and model. There are none if the record is the same already. Answers from before the page recorded prompts share
 * the first place in the list.
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
