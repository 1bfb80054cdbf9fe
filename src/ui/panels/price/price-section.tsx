import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { canTranslate, isInSeries } from '../../../film/film.ts';
import { costOf, moneyWords, type PricedModel, priceKey, rangeWords, sumOf } from '../../../prices/price.ts';
import type { Model } from '../../../providers/provider.ts';
import { successorsOf } from '../../../providers/suggested-models.ts';
import { isFree } from '../../../settings/settings.ts';
import { listen } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import fields from '../../kit/field.module.css';
import { focusSoon, isLeft } from '../../kit/focus.ts';
import { ERRORS_ID } from '../../kit/panel.tsx';
import { BATCHES_HEADING_ID, isPausedByLimit, resumeSoon, usePrimaryVariant } from '../../state/next-step.ts';
import { type Services, usePage, useServices, useSession, useSettings } from '../../state/services.tsx';
import { useChosenModel, useHalfPrice, useModelToAsk, usePriceOf, useTokensByModel } from '../../state/use-prices.ts';
import { useFilmsToSend, useSpentOfAll } from '../../state/use-series.ts';
import { modelWords } from '../../words/model-words.ts';
import { askWords, priceSourceWords, runTooLowWords, tooLowToResume } from '../../words/quantities.ts';
import styles from './price.module.css';

const PRICE_IN_ID = 'price-in';
const NEW_LIMIT_ID = 'new-limit';
const PRICE_FIRST = 'Enter the price of the model first. Until then nothing is sent.';

/** The price of the model that is chosen above it, or fields to enter it, and the sum at which the run stops. */
export function PriceSection() {
  const model = useChosenModel();
  const priceOf = usePriceOf();
  const isPriced = model === undefined || priceOf(model) !== undefined;
  return (
    <section aria-labelledby="price-heading" className={styles.section}>
      <h3 id="price-heading" tabIndex={-1}>
        Price
      </h3>
      {model && <PriceOf model={model} />}
      {model && <CheaperModel model={model} />}
      <StopAt isPriced={isPriced} />
      <Unpriced />
    </section>
  );
}

function PriceOf({ model }: { model: Model }) {
  const known = usePriceOf()(model);
  const [asked, setAsked] = useState('');
  const key = priceKey(model);
  const runsHere = useSettings((settings) => isFree(settings, model));
  const own = known === undefined || known.from === 'person' || asked === key;
  // Once shown, the fields stay: a person who empties one of them is about to type.
  if (own && asked !== key) setAsked(key);

  function askForOwn() {
    setAsked(key);
    focusSoon(PRICE_IN_ID);
  }

  if (own) return <OwnPrice key={key} model={model} isUnknown={known === undefined} />;
  if (runsHere) return <p className={styles.known}>Runs on this computer. It costs nothing.</p>;
  return (
    <p className={styles.known}>
      <span>
        {known.atHour
          ? `now ${inAndOut(known.atHour)} for a million tokens; at other hours up to ${inAndOut(known.price)}`
          : `${inAndOut(known.price)} for a million tokens`}
        {known.price.request !== undefined && `, and ${moneyWords(known.price.request)} a request`} ·{' '}
        {priceSourceWords(known)}
      </span>
      <PlainButton onClick={askForOwn}>Enter another price</PlainButton>
    </p>
  );
}

const inAndOut = ({ input, output }: { readonly input: number; readonly output: number }): string =>
  `${moneyWords(input)} in, ${moneyWords(output)} out`;

/** A suggested model of the same provider that is newer and costs less, before a run. */
function CheaperModel({ model }: { model: Model }) {
  const { settings } = useServices();
  const list = useSettings(({ models }) => models[model.endpoint]);
  const offered = useMemo(() => (list.state === 'live' ? successorsOf(model, list.models) : []), [list, model]);
  const tokensOf = useTokensByModel();
  const priceNow = usePriceOf();
  const isBefore = useSession(canTranslate);
  if (!tokensOf || !isBefore || offered.length === 0) return null;
  const costWith = (other: Model) => {
    const known = priceNow(other);
    return known && costOf(tokensOf(other), known.price);
  };
  const cost = costWith(model);
  const cheaper = offered.find((other) => cost !== undefined && (costWith(other) ?? cost) < cost);
  if (!cheaper) return null;
  return (
    <p className={styles.known}>
      <span>
        {cheaper.id} is newer and would cost {aboutWords(costWith(cheaper) ?? 0)}
      </span>
      <PlainButton onClick={() => settings.pickModel(cheaper)}>Use it</PlainButton>
    </p>
  );
}

/** Asks before a run with a model that the page has not named, because the model list is late or has failed. If the person closes it, nothing is sent. */
export function ModelQuestion({ answer }: { readonly answer: (isWanted: boolean) => void }) {
  const model = useSettings((state) => state.model);
  const { films, tokens } = useFilmsToSend();
  const priceOf = usePriceOf();
  const isHalfPrice = useHalfPrice();
  const close = () => answer(false);
  const words = tokens && askWords({ tokens, price: priceOf(model), isHalfPrice });
  const answers = (
    <>
      <Button variant="primary" inBar={false} onClick={() => answer(true)}>
        Translate with {model.id}
      </Button>
      <PlainButton inBar={false} onClick={close}>
        Cancel
      </PlainButton>
    </>
  );
  return (
    <DecisionDialog title={`Translate with ${model.id}?`} answers={answers} onClose={close}>
      <p>
        You have not chosen a model. {modelWords(model)} would translate the {films > 1 ? 'films' : 'film'}
        {words && `: ${words}`}. Nothing has been sent yet.
      </p>
    </DecisionDialog>
  );
}

/** "about $0.10". */
function aboutWords(cost: number): string {
  const words = rangeWords(cost, cost);
  return words.startsWith('$') ? `about ${words}` : words;
}

/** Says which costs the limit cannot count. */
function Unpriced() {
  const priceNow = usePriceOf();
  const spent = useSession((state) => state.spent);
  const chosen = useChosenModel();
  const isLimited = useSettings(({ prices }) => prices.stopAt !== null);
  const unpriced = spent.find(({ price, model }) => price === null && !priceNow(model));
  if (!isLimited || !unpriced) return null;
  const { id } = unpriced.model;
  return (
    <p className={fields.fine}>
      “Stop at” cannot count what {id} has cost, because the price of this model is unknown.{' '}
      {chosen && priceKey(chosen) === priceKey(unpriced.model)
        ? 'Enter its price.'
        : `Choose ${id} under Model, enter its price, then choose your model again.`}
    </p>
  );
}

/** The limit, and a function that changes it. Enter with a higher sum resumes a run that the limit has paused; a blur does not. */
function useStopAt() {
  const services = useServices();
  const { session, settings } = services;
  const stopAt = useSettings(({ prices }) => prices.stopAt);
  function change(sum: number | null, isEntered: boolean) {
    const isMore = (sum ?? Number.POSITIVE_INFINITY) > (stopAt ?? Number.POSITIVE_INFINITY);
    settings.setPrices({ stopAt: sum });
    if (isEntered && isMore && isPausedByLimit(session.store.getState())) resumeByLimit(services);
  }
  return [stopAt, change] as const;
}

/** Resumes, and moves the focus, because the field of the message disappears when the run resumes. */
const resumeByLimit = (services: Services): void =>
  void resumeSoon(services, () => {
    const state = services.session.store.getState();
    if (isPausedByLimit(state)) focusSoon(NEW_LIMIT_ID);
    else focusSoon(state.paused === null ? BATCHES_HEADING_ID : ERRORS_ID);
  });

/** In the message of a run that the limit has paused: the field that raises the limit, and the button that continues. */
export function RaiseLimit() {
  const services = useServices();
  const [stopAt, change] = useStopAt();
  const isPaused = useSession(isPausedByLimit);
  const variant = usePrimaryVariant('resume');
  const inVain = usePage((state) => state.resumedInVain);
  const paused = useSession((state) => state.paused);
  const prices = useSettings((state) => state.prices);
  const isInVain = inVain?.paused === paused && inVain?.prices === prices;
  const spent = useSpentOfAll();
  const inSeries = useSession(isInSeries);
  const priceOf = usePriceOf();
  const model = useModelToAsk();
  const why = model && !priceOf(model) ? PRICE_FIRST : tooLowToResume(stopAt, sumOf(spent, priceOf).cost);
  function goOn() {
    const written = document.querySelector<HTMLInputElement>(`#${NEW_LIMIT_ID}`)?.value ?? '';
    // Does not resume with an unreadable sum: the field would disappear with it, and the old limit would still apply.
    if (parseSum(written) === undefined) return focusSoon(NEW_LIMIT_ID);
    resumeByLimit(services);
  }
  if (!isPaused) return null;
  return (
    <div className={`${styles.row} ${styles.inMessage}`}>
      <SumField
        id={NEW_LIMIT_ID}
        label="New limit"
        value={stopAt}
        placeholder="No limit"
        describedBy="new-limit-help"
        onChange={(sum, isEntered) => {
          change(sum, false);
          if (isEntered) goOn();
        }}
      />
      {/* Beside its field, even in a window that has a bar at the bottom. */}
      <Button variant={variant} inBar={false} onClick={goOn}>
        Continue
      </Button>
      <p id="new-limit-help" className={fields.fine}>
        US dollars for {inSeries ? 'all films together' : 'this film'}; empty: no limit.
      </p>
      <p role="status" className={styles.warning}>
        {isInVain && why}
      </p>
    </div>
  );
}

/** Only a limit needs to know what all films would cost. */
const TooLow = () => runTooLowWords(useFilmsToSend());

function StopAt({ isPriced }: { isPriced: boolean }) {
  const [stopAt, change] = useStopAt();
  const inSeries = useSession(isInSeries);
  const isBefore = useSession(canTranslate);

  return (
    <div className={styles.row}>
      <SumField
        id="stop-at"
        label="Stop at"
        value={stopAt}
        placeholder="No limit"
        describedBy="stop-at-help stop-at-too-low"
        onChange={change}
      />
      <p id="stop-at-too-low" role="status" className={styles.warning}>
        {isBefore && stopAt !== null && <TooLow />}
      </p>
      <p id="stop-at-help" className={fields.fine}>
        {stopAt !== null && !isPriced
          ? PRICE_FIRST
          : `US dollars for ${inSeries ? 'all films together' : 'a film'}. The translation pauses before it costs more.`}
      </p>
    </div>
  );
}

/** The person's own price of a model, which overrides every other price. It is stored once both sums are there. `isUnknown`: the model has no known price. */
function OwnPrice({ model, isUnknown }: { model: PricedModel; isUnknown: boolean }) {
  const { settings } = useServices();
  const key = priceKey(model);
  const kept = useSettings(({ prices }) => prices.own[key]);
  const request = usePriceOf()(model)?.price.request;
  const isLimited = useSettings(({ prices }) => prices.stopAt !== null);
  const [draft, setDraft] = useState<Partial<Record<'input' | 'output', number | null>>>({});
  const input = draft.input === undefined ? (kept?.input ?? null) : draft.input;
  const output = draft.output === undefined ? (kept?.output ?? null) : draft.output;

  const help = { describedBy: 'own-price-help' };

  function change(part: typeof draft) {
    const next = { input, output, ...part };
    setDraft(next);
    const { [key]: _, ...others } = settings.store.getState().prices.own;
    const price = next.input !== null && next.output !== null && { input: next.input, output: next.output };
    settings.setPrices({ own: price ? { ...others, [key]: price } : others });
  }

  return (
    <div className={styles.row}>
      {isUnknown && (
        <p className={styles.unknown}>
          The price of this model is unknown.{isLimited || ' Enter it to see what the film costs.'}
        </p>
      )}
      <SumField id={PRICE_IN_ID} label="Price in" value={input} {...help} onChange={(sum) => change({ input: sum })} />
      <SumField id="price-out" label="Price out" value={output} {...help} onChange={(sum) => change({ output: sum })} />
      <p id="own-price-help" className={fields.fine}>
        US dollars for a million tokens of {model.id}, as its provider charges them. Input is what the page sends,
        output is what the model sends back.
        {request !== undefined && ` In addition, each request costs ${moneyWords(request)}.`}
      </p>
    </div>
  );
}

interface SumFieldProps {
  readonly id: string;
  readonly label: string;
  /** In US dollars; null: none. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly describedBy: string;
  /**
   * Called on Enter, when the field loses the focus or is removed, or when the page is closed; not on each key, because half a sum is another sum. null: the
   * field is empty. Not called with an unreadable sum. `isEntered`: Enter, which also means "continue".
   */
  readonly onChange: (sum: number | null, isEntered: boolean) => void;
}

const PRICE_WRONG = 'Enter an amount like 0.50. The old price still applies.';
const LIMIT_WRONG = 'Enter an amount like 0.50. The old limit still applies.';

/** A sum of money as text. The field shows it as the person typed it. */
function SumField({ id, label, value, placeholder, describedBy, onChange }: SumFieldProps) {
  const [typed, setTyped] = useState<string>();
  const sum = typed === undefined ? undefined : parseSum(typed);
  const isUnreadable = typed !== undefined && sum === undefined;

  function finish(isEntered: boolean) {
    const next = typed === undefined && isEntered ? value : sum;
    if (next === undefined) return;
    setTyped(undefined);
    onChange(next, isEntered);
  }

  const takeTyped = useEffectEvent(() => {
    // An empty field does not remove the limit here: the person may not have finished.
    if (sum != null) onChange(sum, false);
  });
  useEffect(() => {
    const unlisten = listen(window, { pagehide: takeTyped });
    return () => {
      unlisten();
      // The field is removed with its view.
      takeTyped();
    };
  }, []);

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      <span className={styles.sum}>
        <span aria-hidden>$</span>
        <input
          id={id}
          className={`${fields.input} ${styles.input}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={typed ?? (value === null ? '' : String(value))}
          aria-invalid={isUnreadable}
          aria-describedby={isUnreadable ? `${id}-problem ${describedBy}` : describedBy}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={(event) => isLeft(event) && finish(false)}
          onKeyDown={({ key }) => key === 'Enter' && finish(true)}
        />
      </span>
      <span id={`${id}-problem`} className={`${fields.problem} ${styles.problem}`} role="status">
        {isUnreadable ? (placeholder === undefined ? PRICE_WRONG : LIMIT_WRONG) : ''}
      </span>
    </div>
  );
}

/** A sum as people write it: "0.5", "$ 1,50", "2"; null: the text is empty; undefined: it is not a sum. */
export function parseSum(text: string): number | null | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.');
  if (digits === '') return null;
  return /^(?:\d+\.?\d*|\.\d+)$/.test(digits) && Number.isFinite(Number(digits)) ? Number(digits) : undefined;
}
