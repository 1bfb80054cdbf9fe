import { type MouseEvent, useEffect, useState } from 'react';
import { madeWithOtherNotes } from '../../../engine/notes-of-batch.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import { findOtherNotes, type OtherNotes } from '../../../film/other-notes.ts';
import { ownTokens } from '../../../film/plan-suggestions.ts';
import { ownCount } from '../../../film/shown-facts.ts';
import { countedTogether, estimateFilms, sumOfTokens } from '../../../prices/estimate.ts';
import { sumOf } from '../../../prices/price.ts';
import { costRange } from '../../../prices/price-of.ts';
import { afterQuiet } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { RadioGroup } from '../../kit/fields.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { useModal } from '../../kit/overlays.ts';
import { showOtherNotes, useOtherNotes, whatDecidesNotes } from '../../state/next-film.ts';
import { BATCHES_HEADING_ID } from '../../state/next-step.ts';
import { useServices, useSession, useSettings } from '../../state/services.tsx';
import {
  useAsked,
  useBatchTokens,
  useHalfPrice,
  useModelToAsk,
  usePriceOf,
  useQuietSession,
} from '../../state/use-prices.ts';
import { FILES_LIST_ID, useSpentOfAll } from '../../state/use-series.ts';
import { modelInUseWords } from '../../words/model-words.ts';
import { askWords, tooLowWords } from '../../words/quantities.ts';
import styles from './notes.module.css';
import { counted } from './notes-tables.tsx';

/** Shows how many batches were made with other notes, what sending them again costs, and the button that does it. */
export function MadeWithOtherNotes() {
  const isSeries = useSession(({ id }) => id !== '');
  return isSeries ? <InSeries /> : <OtherNotesAlone />;
}

function OtherNotesAlone() {
  const others = useOtherBatches();
  return others.length === 0 ? null : <ToldOtherNotes others={others} />;
}

function ToldOtherNotes({ others }: { others: readonly number[] }) {
  const { session, page, goTo } = useServices();
  const cost = useCostOf(others);
  function show({ currentTarget }: MouseEvent): void {
    currentTarget.closest('dialog')?.close();
    const [batch = 0] = others;
    const only = others.flatMap((index) => linesOfBatch(session.store.getState(), index).map(({ number }) => number));
    page.setState({ view: 'lines' });
    void goTo.call({ batch, only });
  }
  /** Sends only what the person saw: a row may have been typed since. Closes the dialog for the run, because the button that opened it may disappear. */
  function translateAgain({ currentTarget }: MouseEvent): void {
    currentTarget.closest('dialog')?.close();
    session.translateAgain(madeWithOtherNotes(session.store.getState()).filter((index) => others.includes(index)));
    focusSoon(BATCHES_HEADING_ID);
  }
  return (
    <div className={styles.others} role="status" aria-label="Other notes">
      <span>{counted(others.length, 'batch was', 'batches were')} translated with other notes than now</span>
      <PlainButton onClick={show}>Show</PlainButton>
      <PlainButton onClick={translateAgain}>Translate {others.length === 1 ? 'it' : 'them'} again</PlainButton>
      <span className={styles.fine}>{cost}; edited and confirmed lines are not changed</span>
    </div>
  );
}

const NO_OTHERS: readonly number[] = [];

/** Compares and draws nothing while somebody types. */
function useOtherBatches(): readonly number[] {
  const { getState } = useServices().session.store;
  const quiet = useQuietSession(whatDecidesNotes);
  const [others, setOthers] = useState(NO_OTHERS);
  useEffect(
    () =>
      afterQuiet(0, async (signal) => {
        // Stops when the person types again; the next quiet moment compares again.
        const isOver = () => signal.aborted || getState().notes !== quiet.notes;
        const found = await findOtherNotes(quiet, isOver);
        if (!isOver()) setOthers(found.length === 0 ? NO_OTHERS : found);
      }),
    [quiet, getState],
  );
  return others;
}

/** As in "Translate again", confirmed and edited lines do not change. */
const LEFT = { withConfirmed: false, withEdited: false };

function useCostOf(batches: readonly number[]): string {
  const state = useServices().session.store.getState();
  const prompt = useSettings((settings) => settings.prompt);
  const each = useBatchTokens();
  const model = useModelToAsk();
  const price = usePriceOf();
  const isHalfPrice = useHalfPrice();
  if (!each || !model) return counted(batches.length, 'request');
  // If some lines of a batch stay unchanged, its request is smaller.
  const tokens = sumOfTokens(
    batches.flatMap((index) =>
      ownCount(state, index) > 0 ? ownTokens(state, index, LEFT, { prompt, model }) : (each[index] ?? []),
    ),
  );
  return `${counted(batches.length, 'request')}, ${askWords({ tokens, price: price(model), isHalfPrice })}`;
}

const linesIn = (films: readonly OtherNotes[]): number => films.reduce((sum, { lines }) => sum + lines.phrases, 0);

/** Returns the requests, tokens and money that these films would need, as if all their batches were alike. */
function useCostIn(): (films: readonly OtherNotes[]) => {
  readonly words: string;
  readonly range: ReturnType<typeof costRange>;
} {
  const asked = useAsked();
  const model = useModelToAsk();
  const price = usePriceOf();
  const isHalfPrice = useHalfPrice();
  return (films) => {
    const batches = films.reduce((sum, one) => sum + one.batches.length, 0);
    const requests = counted(batches, 'request');
    if (!model) return { words: requests, range: undefined };
    const all = { ...countedTogether(films.map(({ lines }) => lines)), films: films.length, batches };
    const cost = { tokens: estimateFilms(all, { ...asked, model }), price: price(model), isHalfPrice };
    return { words: `${requests}, ${askWords(cost)}`, range: costRange(cost) };
  };
}

function InSeries() {
  const services = useServices();
  const { films, withOtherAbout } = useOtherNotes();
  const costIn = useCostIn();
  /** The dialog of the notes, if the question was asked in it. */
  const [asked, ask] = useState<{ readonly sheet: HTMLDialogElement | null } | null>(null);
  const [first] = films;
  const lines = linesIn(films);
  // The question may disappear before its dialog has closed. It must not appear again with other lines.
  if (asked && !first) ask(null);
  if (!first && withOtherAbout === 0) return null;
  return (
    <>
      <div className={styles.others} role="status" aria-label="Other notes">
        {first && (
          <>
            <span>
              {counted(lines, 'line')} in {counted(films.length, 'film')} {lines === 1 ? 'was' : 'were'} translated with
              other notes than now
            </span>
            <PlainButton
              once
              onClick={({ currentTarget }) => {
                currentTarget.closest('dialog')?.close();
                void showOtherNotes(services, first);
              }}
            >
              Show
            </PlainButton>
            <PlainButton
              aria-haspopup="dialog"
              onClick={({ currentTarget }) => ask({ sheet: currentTarget.closest('dialog') })}
            >
              Translate {lines === 1 ? 'it' : 'them'} again
            </PlainButton>
            <span className={styles.fine}>{costIn(films).words}; edited and confirmed lines are not changed</span>
          </>
        )}
        {withOtherAbout > 0 && (
          <span className={styles.fine}>
            Lines of {counted(withOtherAbout, 'film')} were translated with another text in “About the film”. They are
            not counted.
          </span>
        )}
      </div>
      {asked && first && <WhatAgain films={films} sheet={asked.sheet} costIn={costIn} onClose={() => ask(null)} />}
    </>
  );
}

const CHOICES = ['This film', 'All films'] as const;

interface WhatAgainProps {
  readonly films: readonly OtherNotes[];
  readonly sheet: HTMLDialogElement | null;
  readonly costIn: ReturnType<typeof useCostIn>;
  readonly onClose: () => void;
}

/** Asks which films to translate again. Each choice has its price. */
function WhatAgain({ films, sheet, costIn, onClose }: WhatAgainProps) {
  const { intake } = useServices();
  const openId = useSession(({ id }) => id);
  const settings = useSettings((state) => state);
  const spent = useSpentOfAll();
  const price = usePriceOf();
  const dialog = useModal();
  const meant = { 'This film': films.filter(({ film }) => film === openId), 'All films': films };
  const [what, choose] = useState<(typeof CHOICES)[number]>(meant['This film'].length > 0 ? 'This film' : 'All films');
  const wordsOf = (choice: typeof what): string => {
    const chosen = meant[choice];
    if (chosen.length === 0) return `${choice}: no lines`;
    const where = choice === 'All films' ? ` in ${counted(chosen.length, 'film')}` : '';
    return `${choice}: ${counted(linesIn(chosen), 'line')}${where}, ${costIn(chosen).words}`;
  };
  return (
    <dialog ref={dialog} aria-label="Translate again" className={styles.dialog} onClose={onClose}>
      <strong>Translate again</strong>
      <RadioGroup
        name="What to translate again"
        values={CHOICES}
        chosen={what}
        wordsOf={wordsOf}
        onChoose={choose}
        framed={false}
      />
      <p role="status" aria-label="Limit" className={styles.told}>
        {tooLowWords(settings.prices.stopAt, costIn(meant[what]).range, sumOf(spent, price).cost, 'lines')}
      </p>
      <p>Edited and confirmed lines are not changed. In each film, Undo brings back its earlier translations.</p>
      <div className={styles.commands}>
        <Button
          variant="primary"
          inBar={false}
          disabled={meant[what].length === 0}
          onClick={() => {
            void intake.series().then((series) => series?.translateOthersAgain(meant[what]));
            dialog.current?.close();
            // Closes the dialog of the notes for the run, because the button that opened it may disappear.
            sheet?.close();
            focusSoon(BATCHES_HEADING_ID, FILES_LIST_ID);
          }}
        >
          Translate again
        </Button>
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        <span className={styles.fine}>{modelInUseWords(settings, true, 'Translates')}</span>
      </div>
    </dialog>
  );
}
