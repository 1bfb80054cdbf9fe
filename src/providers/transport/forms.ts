import { nextTask } from '../../clock/clock.ts';
import {
  addUsage,
  isReading,
  type PermittedOptions,
  type ProviderFailure,
  type ReplyForm,
  type TokenUsage,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import type { HttpOptions, HttpOutcome, HttpRequest, Transport } from './http.ts';
import { refusesField, refusesThinking } from './refusals.ts';

/** The forms of each part of a request in the order in which they are tried; the last may be to leave the part out. */
interface Forms {
  readonly thinking: readonly unknown[];
  /** How the reply's form is asked for; the last asks for none, or for the least. */
  readonly reply: readonly unknown[];
  readonly [part: string]: readonly unknown[];
}

/** One form of each part. */
type Chosen<F extends Forms> = { readonly [Part in keyof F]: F[Part][number] };

interface LearningCall<F extends Forms> {
  /** What the refusals are remembered for beside the schema: the model, and whatever else decides the forms of its requests. */
  readonly about: string;
  readonly forms: F;
  /** Sends the request with the first form of each part that the model has not refused. */
  readonly send: (chosen: Chosen<F>) => Promise<HttpOutcome>;
  /** The form of `reply` that is tried after a failure that says nothing of the reason; missing: the last. */
  readonly formInDoubt?: number;
  /** As which form a request asks for its reply. */
  readonly replyForm: (chosen: Chosen<F>) => ReplyForm;
  /** The part beside `thinking` that a failure refuses; undefined: the failure has another reason. */
  readonly refusedPart: (failure: ProviderFailure) => string | undefined;
  /** Reads a successful reply. */
  readonly read: (body: unknown) => TranslateOutcome;
  /** The form of `thinking` that is tried once after a reply of thoughts alone, and how such a one is known; missing: no other is tried. */
  readonly afterThoughts?: { readonly form: number; readonly isSuch: (body: unknown) => boolean };
}

/** How many forms of each part of a request were refused. */
export type Refusals = Readonly<Record<string, number>>;

/** What was learnt before, by `about`; kept between visits (load-provider.ts). */
export interface LearntForms {
  read(about: string): Refusals | undefined;
  write(about: string, refusals: Refusals): void;
}

/**
 * A sender that repeats a request whose form was refused in the next form. It remembers refusals, so later calls begin with that form. What is
 * refused of a reply by a schema is remembered apart from what is refused of one without; and until one reply has come by a schema, one request
 * alone tries it, and the others wait.
 */
export function createLearningSender(kept?: LearntForms) {
  // A storage that keeps nothing must not make a page forget: it would ask in the refused form for ever.
  const onThisPage = new Map<string, Refusals>();
  const refusalsOf = (about: string): Refusals => onThisPage.get(about) ?? kept?.read(about) ?? {};
  function remember(about: string, refusals: Refusals, isSure = true): void {
    onThisPage.set(about, refusals);
    if (isSure) kept?.write(about, refusals);
  }
  /** Several calls may be refused at the same time: what another call has learnt is kept, and the same refusal counts once. */
  function learn(about: string, part: string, times: number, isSure = true): void {
    const { [part]: known = 0, ...others } = refusalsOf(about);
    remember(about, { ...others, [part]: Math.max(known, times) }, isSure);
  }

  /** Models that have answered in the form that they were asked for, and those whose unexplained failure was asked about without a schema. */
  const answered = new Set<string>();
  const doubted = new Set<string>();
  const trying = new Map<string, Promise<unknown>>();

  async function alone<T>(
    about: string,
    { signal, permit }: PermittedOptions,
    attempt: () => Promise<T>,
  ): Promise<T | undefined> {
    const isStopped = () => signal.aborted || permit.withdrawn.aborted;
    const stopped = Promise.race([raised(signal), raised(permit.withdrawn)]);
    for (let other = trying.get(about); other && !isStopped(); other = trying.get(about))
      await Promise.race([other, stopped]);
    if (isStopped()) return undefined;
    if (answered.has(about)) return attempt();
    const trial = attempt();
    const ended = trial.catch(() => {});
    // The others are asked in a later task, when it is known what the answer means for the run.
    trying.set(
      about,
      ended.then(nextTask).then(() => trying.delete(about)),
    );
    return trial;
  }

  /** The form to try after a failure; undefined: it has another reason than the form. */
  function lessAfter<F extends Forms>(
    about: string,
    call: LearningCall<F>,
    refused: Refusals,
    failure: ProviderFailure,
  ) {
    const part = partRefused(call, failure, refused);
    if (part !== undefined) return { part, times: nextForm(part, call.forms, refused, failure), isDoubt: false };
    const isBySchema = call.replyForm(chosenOf(call.forms, refused)) === 'schema';
    const isUnknown = !answered.has(about) && !doubted.has(about);
    if (!isBySchema || !isUnknown || !isUnexplained(failure) || call.refusedPart(failure) !== undefined)
      return undefined;
    doubted.add(about);
    return { part: 'reply', times: call.formInDoubt ?? call.forms.reply.length - 1, isDoubt: true };
  }

  async function attempt<F extends Forms>(
    about: string,
    call: LearningCall<F>,
    before: Tried = { begunWith: refusalsOf(about) },
  ): Promise<TranslateOutcome> {
    const refused = refusalsOf(about);
    const sent = await call.send(chosenOf(call.forms, refused));
    if (!sent.ok) return afterFailure(about, call, refused, before, sent.failure);
    answered.add(about);
    const found = call.read(sent.body);
    const spent = sum(before.spent, found.usage);
    const form = formAfterThoughts(call, refused, sent.body);
    if (form === undefined) return { ...found, usage: spent };
    learn(about, 'thinking', form);
    return attempt(about, call, { ...before, spent, refusal: undefined });
  }

  async function afterFailure<F extends Forms>(
    about: string,
    call: LearningCall<F>,
    refused: Refusals,
    before: Tried,
    failure: ProviderFailure,
  ): Promise<TranslateOutcome> {
    if (failure.kind === 'cancelled') return notSent(about, before, failure);
    const less = lessAfter(about, call, refused, failure);
    if (less) {
      // What a server that had a trouble answers next without a schema, it might have answered with one: another visit asks anew.
      learn(about, less.part, less.times, !less.isDoubt || failure.status !== 500);
      return attempt(about, call, { ...before, refusal: failure, isDoubt: less.isDoubt });
    }
    // In another form the very same is said: it was about something else ("Request contains an invalid argument.").
    if (before.isDoubt || (before.refusal && inWords(before.refusal) === inWords(failure)))
      remember(about, before.begunWith);
    return { ok: false, failure, text: '', usage: before.spent };
  }

  /** The call ends as its last request did. A form that was to be tried in doubt says nothing yet: the next call tries it. */
  function notSent(about: string, before: Tried, failure: ProviderFailure): TranslateOutcome {
    if (before.isDoubt) {
      remember(about, before.begunWith);
      doubted.delete(about);
    }
    return { ok: false, failure: before.refusal ?? failure, text: '', usage: before.spent };
  }

  return async <F extends Forms>(
    request: TranslateRequest,
    options: PermittedOptions,
    call: LearningCall<F>,
  ): Promise<TranslateOutcome> => {
    const isBySchema = request.replySchema !== undefined;
    const about = call.about + schemaName(request);
    let replyForm: ReplyForm = 'schema';
    const send = (chosen: Chosen<F>) => {
      replyForm = call.replyForm(chosen);
      return call.send(chosen);
    };
    const tryForms = () => attempt(about, { ...call, send });
    const found = isBySchema ? ((await alone(about, options, tryForms)) ?? CANCELLED) : await tryForms();
    return isBySchema ? { ...found, replyForm } : found;
  };
}

/** That a nested schema is refused says nothing of those of batches. */
function schemaName(request: TranslateRequest): string {
  if (request.ownSchema) return ' own schema';
  if (request.replySchema === undefined) return '';
  return isReading(request) ? ' reading schema' : ' schema';
}

/** What a call has tried before its next form. */
interface Tried {
  readonly begunWith: Refusals;
  /** Why the last form was refused; undefined: none was, or an answer came since. */
  readonly refusal?: ProviderFailure | undefined;
  /** It did not say that it was about the form. */
  readonly isDoubt?: boolean;
  readonly spent?: TokenUsage | undefined;
}

function formAfterThoughts<F extends Forms>(
  { afterThoughts }: LearningCall<F>,
  { thinking = 0 }: Refusals,
  body: unknown,
): number | undefined {
  return afterThoughts && thinking < afterThoughts.form && afterThoughts.isSuch(body) ? afterThoughts.form : undefined;
}

/** Where both calls say what they have cost, so does the sum. */
function sum(spent: TokenUsage | undefined, usage: TokenUsage | undefined): TokenUsage | undefined {
  if (!spent || !usage) return usage ?? spent;
  const isCostKnown = spent.cost !== undefined && usage.cost !== undefined;
  return { ...addUsage(spent, usage), ...(isCostKnown && { cost: spent.cost + usage.cost }) };
}

/** A message without what differs each time, such as a request's id. */
const inWords = ({ message }: ProviderFailure): string => message.replace(/\S*\d\S*/g, '');

const CANCELLED: TranslateOutcome = {
  ok: false,
  failure: { kind: 'cancelled', message: 'aborted' },
  text: '',
  usage: undefined,
};

/** Resolves once the signal is raised. */
const raised = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** A server that cannot do what a schema asks of it may say no more than this. */
const isUnexplained = ({ kind, status }: ProviderFailure): boolean =>
  (kind === 'bad-request' || kind === 'unprocessable' || kind === 'server') &&
  [400, 422, 500, 501].includes(status ?? 0);

const chosenOf = <F extends Forms>(forms: F, refused: Refusals): Chosen<F> =>
  Object.fromEntries(
    Object.entries(forms).map(([part, all]) => [part, all[Math.min(refused[part] ?? 0, all.length - 1)]]),
  ) as Chosen<F>;

/** The part that a failure refuses, and that has another form; undefined: it has another reason. */
function partRefused<F extends Forms>(
  { forms, refusedPart }: LearningCall<F>,
  failure: ProviderFailure,
  refused: Refusals,
): string | undefined {
  const { thinking } = chosenOf<Forms>(forms, refused);
  const isThinking = fieldsOf(thinking) !== '' && refusesThinking(failure);
  return [isThinking ? 'thinking' : undefined, refusedPart(failure)].find(
    (part) => part !== undefined && (refused[part] ?? 0) < (forms[part]?.length ?? 0) - 1,
  );
}

/** The next form of a refused part. Where there is no such field at all, no other value of it is tried. */
function nextForm(part: string, forms: Forms, refused: Refusals, failure: ProviderFailure): number {
  const all = forms[part] ?? [];
  const now = refused[part] ?? 0;
  if (part !== 'thinking' || !refusesField(failure)) return now + 1;
  const other = all.findIndex((form, at) => at > now && fieldsOf(form) !== fieldsOf(all[now]));
  return other < 0 ? all.length - 1 : other;
}

/** The names of a form's fields; a value of one field is any text. Empty: nothing is sent. */
function fieldsOf(form: unknown): string {
  if (typeof form !== 'object' || form === null) return form === undefined ? '' : 'value';
  return Object.keys('fields' in form ? (form.fields as object) : form).join();
}

/** Time limit of one attempt at half price: a provider may take a quarter of an hour. */
const HALF_PRICE_TIMEOUT_MS = 1_200_000;

/** The waits after the first, second and third refusal in a row for lack of room. */
const WAITS_MS = [30_000, 60_000, 120_000];

/**
 * Makes calls at half price. Where the provider has no room for such calls, the failure becomes a refusal for pace with a wait for the
 * scheduler; after three waits in vain it becomes 'no-half-price', so that a person decides.
 * @param isFull whether a failure says that the provider has no room at half price now
 */
export function createHalfPriceSender(transport: Transport, isFull: (failure: ProviderFailure) => boolean) {
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

  return async (request: HttpRequest, options: HttpOptions): Promise<HttpOutcome> => {
    const before = refusals;
    const outcome = await transport.send({ ...request, timeoutMs: HALF_PRICE_TIMEOUT_MS }, options);
    if (!outcome.ok) return { ok: false, failure: reported(outcome.failure, before) };
    refusals = 0;
    return outcome;
  };
}

/** Whether the provider refuses half price because the model or the account has no such tier. */
const hasNoTier = ({ status, param = '', message }: ProviderFailure): boolean =>
  status === 400 && /service_?tier|\bflex\b/i.test(`${param} ${message}`);
