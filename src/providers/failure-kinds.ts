type FailureEffect =
  /** Every batch would fail like this one: the run pauses, and the batch returns to the queue. */
  | 'pause-run'
  /** The network or the provider may be down: the run retries the batch. Several failures in a row are an outage. */
  | 'transient'
  /** Requests come too fast: the batch returns to the queue, and the scheduler slows down. */
  | 'slow-down'
  /** The call was cancelled: the batch returns to the queue. */
  | 'give-back'
  /** Only this batch fails. */
  | 'fail-batch';

interface FailureKindRow {
  /** HTTP statuses with this meaning, unless the body says otherwise (specification, section 8). */
  readonly statuses: readonly number[];
  readonly effect: FailureEffect;
  /** True if the transport repeats the request (specification, section 9). */
  readonly isRetried: boolean;
  /** True if the provider has probably charged for the call although it reported no usage. */
  readonly isPaid: boolean;
  /** True if the refusal is free and a call for fewer lines may succeed. */
  readonly isForLess: boolean;
}

const USUAL = { statuses: [], isRetried: false, isPaid: false, isForLess: false } as const;
const PAUSES = { ...USUAL, effect: 'pause-run' } as const;
const TRANSIENT = { ...USUAL, effect: 'transient', isRetried: true } as const;
const FAILS = { ...USUAL, effect: 'fail-batch' } as const;

/** The registry of failures. ui/words/failures.ts has the words that people see. */
const ROWS = {
  // Messages: "aborted" before the call; "Request was aborted." during it.
  cancelled: { ...USUAL, effect: 'give-back', isPaid: true },
  'missing-key': PAUSES,
  // The prompt is empty, so the page sent nothing.
  'no-prompt': PAUSES,
  // The provider has had no capacity at half price for a long time, or does not offer it for the model.
  'no-half-price': PAUSES,
  // A server on this computer does not answer.
  'not-running': { ...TRANSIENT, isRetried: false },
  // The browser does not let this page read answers of a server on this computer.
  'local-blocked': PAUSES,
  // This kind includes a wrong key for OpenAI: the refusal has no CORS headers, so the page cannot read it.
  connection: { ...TRANSIENT, isPaid: true },
  // This kind includes 504 and the numbers of gateways (Cloudflare, nginx) whose server did not answer in time.
  timeout: { ...TRANSIENT, statuses: [408, 504, 524, 598, 599], isPaid: true },
  'bad-request': { ...FAILS, statuses: [400] },
  // This kind includes Google's 400 API_KEY_INVALID. No other kind makes a key invalid.
  'bad-key': { ...PAUSES, statuses: [401] },
  // The server requires a key.
  'wants-key': PAUSES,
  // The provider accepts the key but does not permit this call.
  'not-permitted': { ...PAUSES, statuses: [403] },
  // The organization of the key forbids calls from web pages (Anthropic).
  'no-browser-access': PAUSES,
  // The key is restricted to other websites (Google).
  'website-blocked': PAUSES,
  // The provider does not serve the country of the person.
  region: PAUSES,
  // This kind includes a model that calls of this page cannot use.
  'model-not-found': { ...PAUSES, statuses: [404] },
  // A server on this computer has too little memory for the model.
  'no-memory': PAUSES,
  conflict: { ...TRANSIENT, statuses: [409] },
  // This kind includes a request that exceeds the model's context.
  'too-large': { ...FAILS, statuses: [413], isForLess: true },
  // Other statuses 4xx.
  unprocessable: FAILS,
  'rate-limit': { ...USUAL, effect: 'slow-down', statuses: [429], isRetried: true },
  // The engine sets this kind after an hour of 429 alone.
  'refused-for-long': PAUSES,
  // An allowance is used up, such as the balance or a day's limit: a wait of minutes does not help.
  quota: { ...PAUSES, statuses: [402] },
  // The balance does not pay for the whole reply, but may pay for fewer lines.
  'too-dear': { ...PAUSES, isForLess: true },
  // Other statuses 5xx, a failed dependency, too early, closed by a balancer, Google's CANCELLED.
  server: { ...TRANSIENT, statuses: [424, 425, 460, 499] },
  // The reply reached the length limit.
  'cut-off': { ...FAILS, isPaid: true },
  // Content filter, safety, recitation and the like.
  refused: FAILS,
  // The model has thought and then answered nothing.
  'only-thoughts': FAILS,
  // A successful reply that cannot be read.
  malformed: { ...FAILS, isPaid: true },
} as const satisfies Readonly<Record<string, FailureKindRow>>;

export type FailureKind = keyof typeof ROWS;
export const FAILURE_KINDS = Object.keys(ROWS) as readonly FailureKind[];
/** Code decides by these rows, never by the text of a message (specification, section 8). */
export const FAILURE_KIND_ROWS: Readonly<Record<FailureKind, FailureKindRow>> = ROWS;

/** The kinds that may be part of an outage. */
export type TransientKind = {
  [Kind in FailureKind]: (typeof ROWS)[Kind]['effect'] extends 'transient' ? Kind : never;
}[FailureKind];

export const effectOf = (kind: FailureKind): FailureEffect => FAILURE_KIND_ROWS[kind].effect;

/** Returns false for words that are not failure kinds, such as "differences". */
export const isForLess = (kind: string): boolean =>
  (FAILURE_KIND_ROWS as Readonly<Record<string, FailureKindRow | undefined>>)[kind]?.isForLess === true;

/** True if the same request may succeed a little later. */
export const mayPass = (kind: FailureKind): boolean => effectOf(kind) === 'transient' || effectOf(kind) === 'slow-down';
