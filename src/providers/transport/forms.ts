import { nextTask } from '../../clock/clock.ts';
import {
  type CallOptions,
  isReading,
  type ProviderFailure,
  type ReplyForm,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import type { HttpOptions, HttpOutcome, HttpRequest, Transport } from './http.ts';

/** The forms of each part of a request in the order in which they are tried; the last may be to leave the part out. */
interface Forms {
  readonly thinking: readonly unknown[];
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
  /** As which form a request asks for its reply. */
  readonly replyForm: (chosen: Chosen<F>) => ReplyForm;
  /** The part beside `thinking` that a failure refuses; undefined: the failure has another reason. */
  readonly refusedPart: (failure: ProviderFailure) => string | undefined;
  /** Reads a successful reply. */
  readonly read: (body: unknown) => TranslateOutcome;
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

  const answered = new Set<string>();
  const trying = new Map<string, Promise<unknown>>();

  async function alone(
    about: string,
    { signal, stopping, mayLeave }: CallOptions,
    attempt: () => Promise<HttpOutcome>,
  ): Promise<HttpOutcome> {
    const isStopped = () => signal.aborted || stopping?.aborted === true;
    for (let other = trying.get(about); other && !isStopped(); other = trying.get(about))
      await Promise.race([other, raised(signal), raised(stopping)]);
    if (isStopped() || mayLeave?.() === false) return CANCELLED;
    if (answered.has(about)) return attempt();
    const trial = attempt();
    const ended = trial.then(({ ok }) => ok && answered.add(about)).catch(() => {});
    // The others are asked in a later task, when it is known what the answer means for the run.
    trying.set(
      about,
      ended.then(nextTask).then(() => trying.delete(about)),
    );
    return trial;
  }

  async function attempt<F extends Forms>(
    about: string,
    isBySchema: boolean,
    call: LearningCall<F>,
  ): Promise<HttpOutcome> {
    const begunWith = refusalsOf(about);
    let refusal = '';
    for (;;) {
      const refused = refusalsOf(about);
      const outcome = await call.send(chosenOf(call.forms, refused));
      if (outcome.ok) return outcome;
      const words = inWords(outcome.failure);
      const part = partRefused(call, outcome.failure);
      const { [part]: before = 0 } = refused;
      const last = (call.forms[part]?.length ?? 0) - 1;
      if (before >= last) {
        unlearnIf(isBySchema && refusal === words, about, begunWith);
        return outcome;
      }
      refusal = words;
      learn(about, part, refusesField(part, outcome.failure) ? last : before + 1);
    }
  }

  return async <F extends Forms>(
    request: TranslateRequest,
    options: CallOptions,
    call: LearningCall<F>,
  ): Promise<TranslateOutcome> => {
    const isBySchema = request.replySchema !== undefined;
    // That the nested schema of a reading is refused says nothing of those of batches.
    const schemaName = isReading(request) ? 'reading schema' : 'schema';
    const about = isBySchema ? `${call.about} ${schemaName}` : call.about;
    let replyForm: ReplyForm = 'schema';
    const send = (chosen: Chosen<F>) => {
      replyForm = call.replyForm(chosen);
      return call.send(chosen);
    };
    const tryForms = () => attempt(about, isBySchema, { ...call, send });
    const outcome = await (isBySchema ? alone(about, options, tryForms) : tryForms());
    const found = outcome.ok ? call.read(outcome.body) : { ...outcome, text: '', usage: undefined };
    return isBySchema ? { ...found, replyForm } : found;
  };
}

/** A message without what differs each time, such as a request's id. */
const inWords = ({ message }: ProviderFailure): string => message.replace(/\S*\d\S*/g, '');

const CANCELLED: HttpOutcome = { ok: false, failure: { kind: 'cancelled', message: 'aborted' } };

/** Resolves once the signal is raised. */
const raised = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));

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

/** The part that a failure refuses; '': it has another reason. */
const partRefused = <F extends Forms>({ forms, refusedPart }: LearningCall<F>, failure: ProviderFailure): string =>
  forms.thinking.length > 1 && refusesThinking(failure) ? 'thinking' : (refusedPart(failure) ?? '');

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

const ABOUT_THINKING = /think|reasoning|\beffort\b|\bbudget\b|\bchat_template/i;

/** Words with which providers refuse a part of a request. */
export const REFUSAL =
  /unsupported|not (?:be )?support|unavailable|not available|invalid|unrecognized|unknown|extra_forbidden|not (?:be )?(?:allowed|permitted)|must be|cannot|only works/i;

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
