/** What a failed call means for the run. */
type FailureEffect =
  /** Every other batch would fail in the same way: pause the run, and give the batch back to the queue. */
  | 'pause-run'
  /** Network or provider may be down: retry the batch; several failures in a row are an outage. */
  | 'transient'
  /** The pace is too high: give the batch back to the queue, and let the scheduler slow down. */
  | 'slow-down'
  /** Nobody waits for the answer any more: give the batch back to the queue. */
  | 'give-back'
  /** Only this batch fails. */
  | 'fail-batch';

export interface FailureKindRow {
  /** The HTTP statuses that mean it where the body says nothing else (specification, section 8). */
  readonly statuses: readonly number[];
  readonly effect: FailureEffect;
  /** Whether the transport sends the same request again (specification, section 9). */
  readonly isRetried: boolean;
  /** Whether the provider has probably charged for the call, although its usage did not arrive. */
  readonly isPaid: boolean;
  /** Whether the refusal is free, and a call for fewer lines may pass. */
  readonly isForLess: boolean;
}

const USUAL = { statuses: [], isRetried: false, isPaid: false, isForLess: false } as const;
const PAUSES = { ...USUAL, effect: 'pause-run' } as const;
const TRANSIENT = { ...USUAL, effect: 'transient', isRetried: true } as const;
const FAILS = { ...USUAL, effect: 'fail-batch' } as const;

/** The registry of kinds of failures. ui/words/failures.ts has their words. */
const ROWS = {
  // The signal was raised: "aborted" before the call, "Request was aborted." during it.
  cancelled: { ...USUAL, effect: 'give-back', isPaid: true },
  'missing-key': PAUSES,
  // The prompt is empty; found before anything is sent.
  'no-prompt': PAUSES,
  // The provider has no room at half price for long, or does not serve the model so.
  'no-half-price': PAUSES,
  // Nothing answers at the address of a server on this computer.
  'not-running': { ...TRANSIENT, isRetried: false },
  // The server on this computer is there, or may be, and the browser does not let this page read it.
  'local-blocked': PAUSES,
  // "Connection error.": a browser cannot tell OpenAI's refusal of a wrong key from it (providers' CORS).
  connection: { ...TRANSIENT, isPaid: true },
  // "Request timed out."; 504 and the gateways' own numbers (Cloudflare, nginx) say that they waited in vain for whoever works on the request.
  timeout: { ...TRANSIENT, statuses: [408, 504, 524, 598, 599], isPaid: true },
  'bad-request': { ...FAILS, statuses: [400] },
  // Also Google's 400 API_KEY_INVALID. No other kind says anything against the key.
  'bad-key': { ...PAUSES, statuses: [401] },
  // The server refuses a request without a key, whatever the status.
  'wants-key': PAUSES,
  // The provider knows the key, and does not permit this with it or from here.
  'not-permitted': { ...PAUSES, statuses: [403] },
  // The key's organization allows no calls from a web page (Anthropic).
  'no-browser-access': PAUSES,
  // The key is good for certain websites alone, and this page is not among them (Google).
  'website-blocked': PAUSES,
  // The provider does not serve the country that the call comes from.
  region: PAUSES,
  // Also a model that such calls cannot use.
  'model-not-found': { ...PAUSES, statuses: [404] },
  // The server on this computer has too little memory to run the model.
  'no-memory': PAUSES,
  conflict: { ...TRANSIENT, statuses: [409] },
  // Also a request that is more than the model takes at once.
  'too-large': { ...FAILS, statuses: [413], isForLess: true },
  // 4xx without a kind of its own.
  unprocessable: FAILS,
  // The request can be sent again later.
  'rate-limit': { ...USUAL, effect: 'slow-down', statuses: [429], isRetried: true },
  // Nothing but refusals for pace for an hour; the engine's.
  'refused-for-long': PAUSES,
  // Used up, whatever the status (429 with insufficient_quota, a day's limit, …): waiting minutes does not help.
  quota: { ...PAUSES, statuses: [402] },
  // The remaining balance does not pay for the whole reply, and may pay for a reply to fewer lines.
  'too-dear': { ...PAUSES, isForLess: true },
  // 5xx without a kind of its own, and what was given up on its way: a dependency that failed, too early, closed by a balancer, Google's CANCELLED.
  server: { ...TRANSIENT, statuses: [424, 425, 460, 499] },
  // The reply reached the length limit.
  'cut-off': { ...FAILS, isPaid: true },
  // Refusal, content filter, safety, recitation …
  refused: FAILS,
  // A success in which the model has thought, and has said nothing then.
  'only-thoughts': FAILS,
  // A success that cannot be read: "Unexpected response format".
  malformed: { ...FAILS, isPaid: true },
} as const satisfies Readonly<Record<string, FailureKindRow>>;

export type FailureKind = keyof typeof ROWS;
export const FAILURE_KINDS = Object.keys(ROWS) as readonly FailureKind[];
/** Code decides by the row of a failure's kind, never by the text of its message (specification, section 8). */
export const FAILURE_KIND_ROWS: Readonly<Record<FailureKind, FailureKindRow>> = ROWS;

/** The kinds that can be an outage. */
export type TransientKind = {
  [Kind in FailureKind]: (typeof ROWS)[Kind]['effect'] extends 'transient' ? Kind : never;
}[FailureKind];

export const effectOf = (kind: FailureKind): FailureEffect => FAILURE_KIND_ROWS[kind].effect;

/** Whether a call for fewer lines may pass; false for what is not a failure of a call, such as "differences". */
export const isForLess = (kind: string): boolean =>
  (FAILURE_KIND_ROWS as Readonly<Record<string, FailureKindRow | undefined>>)[kind]?.isForLess === true;

/** Whether the same request may succeed a little later. A provider may report such a failure late, behind a part of its reply. */
export const mayPass = (kind: FailureKind): boolean => effectOf(kind) === 'transient' || effectOf(kind) === 'slow-down';
