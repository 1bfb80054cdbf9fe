import type { CallOptions, ProviderFailure, ReplyForm, TranslateOutcome } from '../provider.ts';
import type { HttpOutcome } from './http.ts';

/** The forms of each part of a request in the order in which they are tried; the last may be to leave the part out. */
interface Forms {
  readonly thinking: readonly unknown[];
  readonly [part: string]: readonly unknown[];
}

/** One form of each part. */
type Chosen<F extends Forms> = { readonly [Part in keyof F]: F[Part][number] };

interface LearningCall<F extends Forms> {
  /** What the refusals are remembered for: the model, and whatever else decides the forms of its requests. */
  readonly about: string;
  readonly forms: F;
  /** Sends the request with the first form of each part that the model has not refused. */
  readonly send: (chosen: Chosen<F>) => Promise<HttpOutcome>;
  /** Present: until one such request has been answered, one alone is sent at a time, and the others wait. */
  readonly alone?: Pick<CallOptions, 'signal' | 'stopping' | 'mayLeave'>;
  /** The part beside `thinking` that a failure refuses; undefined: the failure has another reason. */
  readonly refusedPart?: (failure: ProviderFailure) => string | undefined;
}

/** How many forms of each part of a request were refused. */
export type Refusals = Readonly<Record<string, number>>;

/** What was learnt before, by `about`; kept between visits (load-provider.ts). */
export interface LearntForms {
  read(about: string): Refusals | undefined;
  write(about: string, refusals: Refusals): void;
}

/** A sender that repeats a request whose form was refused in the next form. It remembers refusals, so later calls begin with that form. */
export function createLearningSender(kept?: LearntForms) {
  // A storage that keeps nothing must not make a page forget: it would ask in the refused form for ever.
  const onThisPage = new Map<string, Refusals>();
  const refusalsOf = (about: string): Refusals => onThisPage.get(about) ?? kept?.read(about) ?? {};
  function remember(about: string, refusals: Refusals): void {
    onThisPage.set(about, refusals);
    kept?.write(about, refusals);
  }
  /** Several calls may be refused at the same time: what another call has learnt is kept, and the same refusal counts once. */
  function learn(about: string, part: string, times: number): void {
    const { [part]: known = 0, ...others } = refusalsOf(about);
    remember(about, { ...others, [part]: Math.max(known, times) });
  }
  /** Without a schema the very same is said: "Request contains an invalid argument." was about something else. */
  function unlearnIf(isOfOther: boolean, about: string, before: Refusals): void {
    if (isOfOther) remember(about, before);
  }
  async function attempt<F extends Forms>({
    about,
    forms,
    send,
    refusedPart,
    alone,
  }: LearningCall<F>): Promise<HttpOutcome> {
    const partOf = (failure: ProviderFailure): string =>
      (forms.thinking.length > 1 && refusesThinking(failure) ? 'thinking' : refusedPart?.(failure)) ?? '';
    const begunWith = refusalsOf(about);
    let refusal = '';
    for (;;) {
      const refused = refusalsOf(about);
      const outcome = await send(chosenOf(forms, refused));
      if (outcome.ok) return outcome;
      const part = partOf(outcome.failure);
      const { [part]: before = 0 } = refused;
      const last = (forms[part]?.length ?? 0) - 1;
      if (before >= last) {
        unlearnIf(alone !== undefined && refusal === inWords(outcome.failure), about, begunWith);
        return outcome;
      }
      refusal = inWords(outcome.failure);
      learn(about, part, refusesField(part, outcome.failure) ? last : before + 1);
    }
  }

  const answered = new Set<string>();
  const trying = new Map<string, Promise<unknown>>();

  return async <F extends Forms>(call: LearningCall<F>): Promise<HttpOutcome> => {
    const { about, alone } = call;
    if (!alone) return attempt(call);
    for (let other = trying.get(about); other && !answered.has(about); other = trying.get(about)) {
      await endOf(other, [alone.signal, alone.stopping]);
      if (alone.signal.aborted || alone.stopping?.aborted) return CANCELLED;
    }
    if (alone.mayLeave?.() === false) return CANCELLED;
    if (answered.has(about)) return attempt(call);
    const trial = attempt(call);
    const ended = trial.then(
      ({ ok }) => void (ok && answered.add(about)),
      () => {},
    );
    trying.set(
      about,
      ended.then(() => trying.delete(about)),
    );
    return trial;
  };
}

/** A message without what differs each time, such as a request's id. */
const inWords = ({ message }: ProviderFailure): string => message.replace(/\S*\d\S*/g, '');

const CANCELLED: HttpOutcome = { ok: false, failure: { kind: 'cancelled', message: 'aborted' } };

/** Resolves when the work has ended, or one of the signals is raised. */
function endOf(work: Promise<unknown>, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  const listening = new AbortController();
  const raised = new Promise<void>((resolve) => {
    for (const signal of signals) {
      if (signal?.aborted) resolve();
      signal?.addEventListener('abort', () => resolve(), { once: true, signal: listening.signal });
    }
  });
  return Promise.race([work.then(() => {}), raised]).finally(() => listening.abort());
}

/** Where the reply is to follow a schema, which the model may refuse: `alone` of LearningCall. */
export const aloneFor = (
  { replySchema }: { readonly replySchema?: object },
  { signal, stopping, mayLeave }: CallOptions,
) => (replySchema ? { alone: { signal, stopping, mayLeave } } : {});

/** The outcome with the form that was asked for, where a schema was wanted. */
export const withReplyForm = (
  outcome: TranslateOutcome,
  { replySchema }: { readonly replySchema?: object },
  replyForm: ReplyForm,
): TranslateOutcome => (replySchema ? { ...outcome, replyForm } : outcome);

/** `about` of a request: what is refused of a reply by a schema is remembered apart from what is refused of one without. */
export const aboutReply = (about: string, { replySchema }: { readonly replySchema?: object }): string =>
  replySchema ? `${about} schema` : about;

/** A request is refused for its schema, in the words of those who do not name the field. */
export const refusesSchema = ({ status, message }: ProviderFailure): boolean =>
  status === 400 &&
  /schema|compiled grammar|output_(?:config|format)|structured output|too many states|Unknown name|invalid argument/i.test(
    message,
  );

const chosenOf = <F extends Forms>(forms: F, refused: Refusals): Chosen<F> =>
  Object.fromEntries(
    Object.entries(forms).map(([part, all]) => [part, all[Math.min(refused[part] ?? 0, all.length - 1)]]),
  ) as Chosen<F>;

/** Whether a failure refuses the request's fields about thinking. Few providers name the field; their words differ. */
const refusesThinking = ({ status, param = '', message }: ProviderFailure): boolean =>
  (status === 400 || status === 422) &&
  (/reasoning|thinking/.test(param) || (ABOUT_THINKING.test(message) && REFUSAL.test(message)));

/** Whether a failure says of a part with several values that there is no such field at all: no other value of it would be taken either. */
const refusesField = (part: string, { message, code = '', type = '' }: ProviderFailure): boolean =>
  part === 'thinking' &&
  !/must be|one of|supported values|allowed values|expected/i.test(message) &&
  /unrecognized|unknown[ _](?:parameter|field|argument|name)|extra_forbidden|extra (?:inputs|fields)|unexpected (?:keyword|field|propert)|additional propert|no such (?:field|parameter)|unsupported[ _]parameter|not support (?:thinking|reasoning)\b/i.test(
    `${message} ${code} ${type}`,
  );

const ABOUT_THINKING = /think|reasoning|\beffort\b|\bbudget\b/i;

/** Words with which providers refuse a part of a request. */
export const REFUSAL =
  /unsupported|not (?:be )?support|unavailable|not available|invalid|unrecognized|unknown|extra_forbidden|not (?:be )?(?:allowed|permitted)|must be|cannot|only works/i;

/** Time limit of one attempt at half price: a provider may take a quarter of an hour. */
export const HALF_PRICE_TIMEOUT_MS = 1_200_000;

/** The waits after the first, second and third refusal in a row for lack of room. */
const WAITS_MS = [30_000, 60_000, 120_000];

/**
 * Makes calls at half price. Where the provider has no room for such calls, the failure becomes a refusal for pace with a wait for the
 * scheduler; after three waits in vain it becomes 'no-half-price', so that a person decides.
 * @param isFull whether a failure says that the provider has no room at half price now
 */
export function createHalfPriceSender(isFull: (failure: ProviderFailure) => boolean) {
  /** Refusals in a row for lack of room. Refused calls that began at the same number count once. */
  let refusals = 0;

  function reported(failure: ProviderFailure, before: number): ProviderFailure {
    if (hasNoTier(failure)) return { ...failure, kind: 'no-half-price' };
    if (!isFull(failure)) return failure;
    if (before === refusals) refusals++;
    const retryAfterMs = WAITS_MS[before];
    if (retryAfterMs !== undefined) return { retryAfterMs, ...failure, kind: 'rate-limit' };
    refusals = 0;
    return { ...failure, kind: 'no-half-price' };
  }

  return async (call: () => Promise<HttpOutcome>): Promise<HttpOutcome> => {
    const before = refusals;
    const outcome = await call();
    if (!outcome.ok) return { ok: false, failure: reported(outcome.failure, before) };
    refusals = 0;
    return outcome;
  };
}

/** Whether the provider refuses half price because the model or the account has no such tier. */
const hasNoTier = ({ status, param = '', message }: ProviderFailure): boolean =>
  status === 400 && /service_?tier|\bflex\b/i.test(`${param} ${message}`);
