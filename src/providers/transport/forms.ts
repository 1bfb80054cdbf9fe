import { nextTask } from '../../clock/clock.ts';
import { once } from '../../lib/memo.ts';
import {
  addUsage,
  isReading,
  type PermittedOptions,
  type ProviderFailure,
  type ReplyForm,
  type Thinking,
  type TokenUsage,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import { affordedTokens, isRefusal, NAMES_LENGTH, refusesField, refusesThinking } from './failure-words.ts';
import { type HttpOptions, type HttpOutcome, type HttpRequest, jsonAt, type Transport } from './http.ts';

/** The forms of each part of a request, in the order in which they are tried. The last form may leave the part out. */
interface Forms {
  readonly thinking: readonly unknown[];
  readonly reply: readonly unknown[];
  readonly [part: string]: readonly unknown[];
}

/** One form for each part. */
type Chosen<F extends Forms> = { readonly [Part in keyof F]: F[Part][number] };

interface LearningCall<F extends Forms> {
  /** Names calls that have the same forms: the model, and everything else that determines its forms. */
  readonly about: string;
  readonly forms: F;
  readonly send: (chosen: Chosen<F>) => Promise<HttpOutcome>;
  /** The form of `reply` to try after an unexplained failure. Missing: the last. */
  readonly formInDoubt?: number;
  readonly replyForm: (chosen: Chosen<F>) => ReplyForm;
  /** The part, other than `thinking`, that a failure refuses. undefined: another reason. */
  readonly refusedPart: (failure: ProviderFailure) => string | undefined;
  readonly read: (body: unknown) => TranslateOutcome;
  /** The form of `thinking` to try once after a reply that consists of thinking. Missing: none. */
  readonly afterThoughts?: { readonly form: number; readonly isSuch: (body: unknown) => boolean };
}

/** Number of refused forms of each part. */
export type Refusals = Readonly<Record<string, number>>;

/** Reads and writes stored refusals, by `about` (create-providers.ts). */
export interface LearntForms {
  read(about: string): Refusals | undefined;
  write(about: string, refusals: Refusals): void;
}

/**
 * Repeats a refused request in its next form and remembers the refusal, so that later calls begin with that form. Calls with and without a schema learn
 * separately. Until the first reply with a schema arrives, only one request tries it, and the others wait.
 */
export function createLearningSender(kept?: LearntForms) {
  // Refusals of this page. They are needed if the storage does not work: otherwise each call would try the refused form again.
  const onThisPage = new Map<string, Refusals>();
  const refusalsOf = (about: string): Refusals => onThisPage.get(about) ?? kept?.read(about) ?? {};
  function remember(about: string, refusals: Refusals, isSure = true): void {
    onThisPage.set(about, refusals);
    if (isSure) kept?.write(about, refusals);
  }
  /** Calls may be refused at the same time: this keeps what another call has learned, and counts the same refusal once. */
  function learn(about: string, part: string, times: number, isSure = true): void {
    const { [part]: known = 0, ...others } = refusalsOf(about);
    remember(about, { ...others, [part]: Math.max(known, times) }, isSure);
  }

  const answered = new Set<string>();
  /** Models for which an unexplained failure has already led to a request without a schema. */
  const doubted = new Set<string>();
  const trying = new Map<string, Promise<unknown>>();

  async function alone<T>(
    about: string,
    { signal, permit }: PermittedOptions,
    attempt: () => Promise<T>,
  ): Promise<T | undefined> {
    const isStopped = () => signal.aborted || permit.withdrawn.aborted;
    const stopped = once(() => Promise.race([raised(signal), raised(permit.withdrawn)]));
    for (let other = trying.get(about); other && !isStopped(); other = trying.get(about))
      await Promise.race([other, stopped()]);
    if (isStopped()) return undefined;
    if (answered.has(about)) return attempt();
    const trial = attempt();
    const ended = trial.catch(() => {});
    // The waiting calls continue in a later task, after the run has handled this answer.
    trying.set(
      about,
      ended.then(nextTask).then(() => trying.delete(about)),
    );
    return trial;
  }

  /** The form to try after a failure. undefined: the failure is not about a form. */
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
    before: Tried = { begunWith: refusalsOf(about), refusal: undefined, isDoubt: false, spent: undefined },
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
      // After a 500, a schema might work next time, so this refusal is not stored beyond this visit.
      learn(about, less.part, less.times, !less.isDoubt || failure.status !== 500);
      return attempt(about, call, { ...before, refusal: failure, isDoubt: less.isDoubt });
    }
    // If the provider refuses two forms with the same message, the message is about something else ("Request contains an invalid argument.").
    if (before.isDoubt || (before.refusal && inWords(before.refusal) === inWords(failure)))
      remember(about, before.begunWith);
    return { ok: false, failure, text: '', usage: before.spent };
  }

  /** The next request was not sent, so the last failure is returned. If that failure was unexplained, the next call tries the form. */
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

/** Schemas are named apart, because a model that refuses a nested schema may accept the schema of a batch. */
function schemaName(request: TranslateRequest): string {
  if (request.ownSchema) return ' own schema';
  if (request.replySchema === undefined) return '';
  return isReading(request) ? ' reading schema' : ' schema';
}

interface Tried {
  readonly begunWith: Refusals;
  /** The last refusal. undefined: there was none, or an answer followed. */
  readonly refusal: ProviderFailure | undefined;
  /** True if the refusal did not say that it was about the form. */
  readonly isDoubt: boolean;
  readonly spent: TokenUsage | undefined;
}

function formAfterThoughts<F extends Forms>(
  { afterThoughts }: LearningCall<F>,
  { thinking = 0 }: Refusals,
  body: unknown,
): number | undefined {
  return afterThoughts && thinking < afterThoughts.form && afterThoughts.isSuch(body) ? afterThoughts.form : undefined;
}

/** The sum has a cost only if both calls state theirs. */
function sum(spent: TokenUsage | undefined, usage: TokenUsage | undefined): TokenUsage | undefined {
  if (!spent || !usage) return usage ?? spent;
  const isCostKnown = spent.cost !== undefined && usage.cost !== undefined;
  return { ...addUsage(spent, usage), ...(isCostKnown && { cost: spent.cost + usage.cost }) };
}

/** The message without words that contain digits, such as a request's id. */
const inWords = ({ message }: ProviderFailure): string => message.replace(/\S*\d\S*/g, '');

const CANCELLED: TranslateOutcome = {
  ok: false,
  failure: { kind: 'cancelled', message: 'aborted' },
  text: '',
  usage: undefined,
};

const raised = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Some servers that cannot handle a schema say no more than this. */
const isUnexplained = ({ kind, status }: ProviderFailure): boolean =>
  (kind === 'bad-request' || kind === 'unprocessable' || kind === 'server') &&
  [400, 422, 500, 501].includes(status ?? 0);

const chosenOf = <F extends Forms>(forms: F, refused: Refusals): Chosen<F> =>
  Object.fromEntries(
    Object.entries(forms).map(([part, all]) => [part, all[Math.min(refused[part] ?? 0, all.length - 1)]]),
  ) as Chosen<F>;

/** The refused part that has another form. undefined: none. */
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

/** The next form. If the field does not exist, the other values of the field are skipped. */
function nextForm(part: string, forms: Forms, refused: Refusals, failure: ProviderFailure): number {
  const all = forms[part] ?? [];
  const now = refused[part] ?? 0;
  if (part !== 'thinking' || !refusesField(failure)) return now + 1;
  const other = all.findIndex((form, at) => at > now && fieldsOf(form) !== fieldsOf(all[now]));
  return other < 0 ? all.length - 1 : other;
}

/** '': the form sends no field. 'value': the form is a value of a single field. */
function fieldsOf(form: unknown): string {
  if (typeof form !== 'object' || form === null) return form === undefined ? '' : 'value';
  return Object.keys('fields' in form ? (form.fields as object) : form).join();
}

/** At half price a provider may take a quarter of an hour. */
const HALF_PRICE_TIMEOUT_MS = 1_200_000;

/** Waits after the first, second and third refusal in a row for lack of capacity. */
const WAITS_MS = [30_000, 60_000, 120_000];

/**
 * Sends requests at half price. A lack of capacity becomes 'rate-limit' with a wait for the scheduler. After three waits in vain it becomes 'no-half-price', so
 * that the person decides.
 * @param isFull returns true if a failure means lack of capacity at half price
 */
export function createHalfPriceSender(transport: Transport, isFull: (failure: ProviderFailure) => boolean) {
  /** Number of refusals in a row for lack of capacity. Calls that began at the same number count once. */
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

/** True if the model or the account has no half price. */
const hasNoTier = ({ status, param = '', message }: ProviderFailure): boolean =>
  status === 400 && /service_?tier|\bflex\b/i.test(`${param} ${message}`);

/**
 * Gateways with a prepaid balance (OpenRouter's 402) refuse a request if the balance does not pay for its longest possible reply. This sender then repeats it
 * with a token limit. If the balance pays only for some of the lines, the failure becomes 'too-dear'.
 */
export function createAffordableSender() {
  /** After such a refusal every request has a limit, until a limit cuts off a reply. */
  let isLimited = false;
  return {
    /** `send`: receives the field to add to the body. `failureIn`: reads the failure in a reply with status 200. */
    async send(
      request: TranslateRequest,
      send: (field: object) => Promise<HttpOutcome>,
      failureIn: (body: unknown) => ProviderFailure | undefined,
    ): Promise<HttpOutcome> {
      const { least, roomy } = neededTokens(request);
      let most = isLimited ? roomy : Number.POSITIVE_INFINITY;
      const ask = orAsBefore(send);
      for (;;) {
        const field = limitOf(most);
        const sent = await ask(field);
        if (refusesLimit(field, sent)) {
          isLimited = false;
          return ask({});
        }
        const failure = sent.ok ? failureIn(sent.body) : sent.failure;
        const next = Math.min(roomy, affordedBy(failure));
        if (next < least || next >= most) return orTooDear(request, sent, failure);
        isLimited = true;
        most = next;
      }
    },
    /** To be called with each reply. */
    noteReply(outcome: TranslateOutcome): void {
      if (!outcome.ok && outcome.failure.kind === 'cut-off') isLimited = false;
    },
  };
}

/** If the next request is cancelled, returns the outcome of the request before it. */
function orAsBefore(send: (field: object) => Promise<HttpOutcome>): typeof send {
  let last: HttpOutcome | undefined;
  return async (field) => {
    const sent = await send(field);
    if (!last || sent.ok || sent.failure.kind !== 'cancelled') last = sent;
    return last;
  };
}

/** 0: the failure is about something else. */
const affordedBy = (failure: ProviderFailure | undefined): number =>
  failure?.kind === 'quota' ? (affordedTokens(failure.message) ?? 0) : 0;

/** Makes the failure 'too-dear' if the balance pays for one line but not for all. */
function orTooDear(request: TranslateRequest, sent: HttpOutcome, failure: ProviderFailure | undefined): HttpOutcome {
  const lines = isReading(request) ? 1 : linesOf(request);
  const { least } = neededTokens(request);
  const afforded = affordedBy(failure);
  const paysForPart = lines > 1 && afforded < least && afforded * lines >= least;
  return failure && paysForPart ? { ok: false, failure: { ...failure, kind: 'too-dear' } } : sent;
}

const linesOf = ({ replyKeys, ownSchema }: TranslateRequest): number =>
  replyKeys.length || Object.keys(jsonAt(ownSchema, 'properties') ?? {}).length;

const limitOf = (most: number): { readonly max_tokens?: number } =>
  most === Number.POSITIVE_INFINITY ? {} : { max_tokens: most };

/** True if the model refuses this limit, because it is too high or the field has another name. */
const refusesLimit = (field: object, sent: HttpOutcome): boolean =>
  'max_tokens' in field &&
  !sent.ok &&
  isRefusal(sent.failure) &&
  affordedTokens(sent.failure.message) === undefined &&
  NAMES_LENGTH.test(sent.failure.message);

/** Tokens of a reply that proposes notes. */
const READING = { least: 2_000, roomy: 16_000 };
/** Tokens for thinking. Models think even if they were asked to think as little as possible. */
const THOUGHTS: Readonly<Record<Thinking, number>> = { least: 4_000, default: 16_000, more: 32_000 };
/** Tokens of a reply per character of the request's phrases. Few language pairs need more. */
const TOKENS_PER_CHARACTER = 0.75;

function neededTokens(request: TranslateRequest): { readonly least: number; readonly roomy: number } {
  if (isReading(request)) return READING;
  const phrases = request.messages[0]?.parts.at(-1) ?? '';
  const least = Math.ceil(phrases.length * TOKENS_PER_CHARACTER);
  return { least, roomy: 3 * least + THOUGHTS[request.thinking ?? 'default'] };
}
