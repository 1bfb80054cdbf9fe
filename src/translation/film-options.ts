/** How a film's batches are made and asked for, where a person wants it otherwise than the specification; what is missing is as specified. */
export interface FilmOptions {
  /** `window`: ten phrases before and five after what is asked for, in place of the previous batch. */
  readonly context?: 'window';
  /** `sentences`: a batch ends where a sentence ends, in place of 20 phrases. What it says at Translate holds for the film's batches. */
  readonly batches?: 'sentences';
  /** `schema`: replies are held to a strict schema, whose keys count from 1 in each request. */
  readonly replyFormat?: 'schema';
  /** Name of the film that they were chosen for, once it is cleared: another film begins without them. */
  readonly film?: string;
}

export const AS_SPECIFIED: FilmOptions = {};
