import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isRead, isUnderWay, isUnusable } from '../../../engine/job.ts';
import { SHORTEST_WAIT_MS } from '../../../engine/pace.ts';
import type { FilmReading } from '../../../engine/run-state.ts';
import { shortNamesOf } from '../../../film/archive.ts';
import { planReading, type ReadingPlan } from '../../../film/plan-reading.ts';
import type { FilmRow } from '../../../film/series.ts';
import { isReadStill, notesToOffer, readingsOf } from '../../../film/shown-facts.ts';
import type { Result } from '../../../lib/result.ts';
import { countWords, namesWords } from '../../../lib/text.ts';
import { foundInFilms } from '../../../notes/found-notes.ts';
import type { FilmNotes } from '../../../notes/notes.ts';
import { type Spending, sumOf, type Tokens } from '../../../prices/price.ts';
import { costRange } from '../../../prices/price-of.ts';
import { nameOf } from '../../../providers/endpoints.ts';
import { listed, startProblem, tariffOf } from '../../../settings/settings.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { RadioGroup } from '../../kit/fields.tsx';
import { useModal } from '../../kit/overlays.ts';
import type { FilmsToRead } from '../../state/series-desk.ts';
import { useNow, usePage, useServices, useSession, useSettings } from '../../state/services.tsx';
import { useHalfPrice, usePriceOf } from '../../state/use-prices.ts';
import { useOthers, useSpentOfAll } from '../../state/use-series.ts';
import { readingFailureWords } from '../../words/failures.ts';
import { modelInUseWords } from '../../words/model-words.ts';
import { askWords, costsNothing, tooLowWords, waitWords } from '../../words/quantities.ts';
import styles from './notes.module.css';
import { Proposal, READ_ID, rowName, takeProposal, useEndReading } from './proposal.tsx';

interface Plan extends ReadingPlan {
  /** The text to read; the reading never sends another text. */
  readonly of: string;
  /** The model and tariff for which the plan was made. */
  readonly tariff: string;
}

/** "Read the film": shows the price first, and then a proposal. Requests contain only the notes that the person accepts. */
export function ReadFilm({ notes }: { notes: FilmNotes }) {
  const { session, settings: inUse } = useServices();
  const reading = useSession((state) => state.reading);
  const sourceText = useSession((state) => state.sourceText);
  const tariff = useSettings(tariffOf);
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState('');
  const waiting = useWaiting();
  const readsAll = usePage(({ series }) => series.readsAll);
  const toRead = useToRead();
  const progress = useReadingOfAll(toRead);
  const end = useEndReading();
  const readings = useReadings();
  const filmsRead = useFilmsRead();
  const [what, setWhat] = useState<WhatToRead>('This film');

  /** Cuts the parts again, with the same result, because they are not stored. */
  async function prepare(): Promise<Plan | undefined> {
    const { sourceText: of } = session.store.getState();
    const read = await session.analysis.read();
    const { sourceText: now, reading: before } = session.store.getState();
    if (now !== of) return undefined;
    const settings = inUse.store.getState();
    const lacking = startProblem(settings);
    if (lacking !== undefined) return void setProblem(lacking);
    const { contextTokens } = listed(settings, settings.model) ?? {};
    const planned = planReading(read?.ok ? read.value.phrases : [], before, { ...settings, contextTokens });
    if (!planned.ok) return void setProblem(planned.error);
    if (!read?.ok) return void setProblem(read?.error.message ?? '');
    setProblem('');
    return { ...planned.value, of, tariff: tariffOf(settings) };
  }
  async function goOn(): Promise<void> {
    const made = await prepare();
    const { reading: stopped } = session.store.getState();
    // The proposal may have been dismissed meanwhile.
    if (!made || stopped?.stage !== 'stopped') return;
    if (stopped.told === made.tariff || made.missing === 0)
      session.readFilm(made.parts, made.languages, made.mostFound, stopped.told);
    else setPlan(made);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: prepare reads its facts when it runs
  useEffect(() => {
    if (plan && plan.tariff !== tariff) void prepare().then((made) => setPlan((open) => open && made));
  }, [plan, tariff]);
  function ask(about: WhatToRead): void {
    setWhat(about);
    void prepare().then(setPlan);
  }
  const isReading = readsAll || (reading !== null && isUnderWay(reading));
  const command = isReading
    ? { name: 'Stop', act: () => reading?.stage !== 'last' && end('stop') }
    : toRead.length > 0
      ? { name: 'Resume reading', act: () => ask('All films') }
      : reading?.stage === 'stopped'
        ? { name: 'Resume reading', act: () => void goOn() }
        : { name: 'Read the film', act: () => ask('This film') };
  return (
    <div className={styles.part}>
      <div className={styles.commands}>
        {/* One button whose words change, so that it keeps the focus. */}
        <PlainButton
          id={READ_ID}
          disabled={!reading && sourceText.trim() === ''}
          aria-disabled={reading?.stage === 'last'}
          once
          onClick={command.act}
        >
          {command.name}
        </PlainButton>
        <span role="status" aria-label="Reading" className={styles.fine}>
          {problem ||
            progress ||
            (reading
              ? waiting?.words || stageWords(reading, session.store.getState().spent, filmsRead)
              : 'The model reads all lines and suggests names and terms. You choose what to keep.')}
        </span>
        {/* Outside the live region, because it changes every second. */}
        {waiting?.next && <span className={styles.fine}>{waiting.next}</span>}
      </div>
      {plan?.of === sourceText && (
        <PlanDialog plan={plan} what={what} onWhat={setWhat} onClose={() => setPlan(undefined)} />
      )}
      {readings.length > 0 && <Proposal notes={notes} reading={reading} readings={readings} />}
    </div>
  );
}

type WhatToRead = 'This film' | 'All films';

/** The films that the model has read, in words. */
function useFilmsRead(): string {
  const count = usePage(({ series }) => series.rows.filter((row) => row.reading?.isDone).length);
  return count > 1 ? `${count} films` : 'the film';
}

/** What was found in the open film, and in the others of its series. */
function useReadings() {
  const film = useSession(useShallow(({ id, reading }) => ({ id, reading })));
  const rows = usePage(({ series }) => series.rows);
  return useMemo(() => readingsOf(film, rows), [film, rows]);
}

/** The films that an earlier reading of all films did not reach, without those that were removed or read since. */
function useToRead(): readonly string[] {
  const { rows, toRead } = usePage(({ series }) => series);
  const open = useSession(useShallow(({ id, reading }) => ({ id, isRead: reading !== null && isRead(reading) })));
  const isDone = ({ id, reading }: FilmRow) => (id === open.id ? open.isRead : reading?.isDone === true);
  return rows.filter((row) => toRead.includes(row.id) && !isDone(row)).map(({ id }) => id);
}

/** The progress of the reading of all films, or what it did not reach; '': nothing to say. */
function useReadingOfAll(toRead: readonly string[]): string {
  const { rows, readsAll } = usePage(({ series }) => series);
  const openId = useSession(({ id }) => id);
  const openReading = useSession(({ reading }) => reading);
  const others = useOthers();
  if (toRead.length === 0) return '';
  const names = shortNamesOf(rows);
  const nameOf = (id: string) => names[rows.findIndex((row) => row.id === id)] ?? '';
  const readingIn = (id: string) => (id === openId ? openReading : others.get(id)?.reading);
  const films = countWords(toRead.length, 'film');
  if (!readsAll) {
    const ofRow = new Map(rows.map((row) => [row.id, row.reading]));
    const why = toRead.map((id) => whyNotRead(readingIn(id) ?? ofRow.get(id))).find(Boolean);
    return `Not read: ${namesWords(toRead.map(nameOf))}.${why ? ` ${why}` : ''}`;
  }
  const now = toRead.find((id) => {
    const reading = readingIn(id);
    return reading && isUnderWay(reading);
  });
  return now === undefined ? `Reading ${films} …` : `Reading ${nameOf(now)}, ${films} left …`;
}

const UNUSABLE = 'The reply of the model could not be used.';

/** Why a reading has ended before the film was read; '': a person stopped it, or nothing is known. */
const whyNotRead = (reading: FilmReading | FilmRow['reading'] | undefined): string =>
  !reading ? '' : isUnusable(reading) ? UNUSABLE : readingFailureWords(reading.failure, reading.message);

const partWords = ({ done, count }: FilmReading): string =>
  count === 1 ? '' : `, part ${Math.min(done + 1, count)} of ${count}`;

function stageWords(reading: FilmReading, spent: readonly Spending[], filmsRead: string): string {
  const { stage, done, count, failure, unread } = reading;
  const message = readingFailureWords(failure, reading.message);
  const unreadWords =
    unread === 0
      ? ''
      : ` The page could not use ${unread === 1 ? 'a part of 1 reply' : `parts of ${unread} replies`}. Some names or terms may be missing.`;
  const parts = partWords(reading);
  if (count === 0) return 'These notes are from another film.';
  if (stage === 'done' && isUnusable(reading)) return `${UNUSABLE} Read the film again, or choose another model.`;
  if (stage === 'done') return `The model has read ${filmsRead}.${unreadWords}`;
  if (stage === 'last')
    return costsNothing(spent)
      ? `Waiting for a reply${parts}.`
      : `Finishing a request that is already paid for${parts}.`;
  // "Stopped" if a person stopped it; otherwise the page paused it, and says why.
  if (stage === 'stopped')
    return `${message ? 'Paused' : 'Stopped'}. Parts read: ${done} of ${count}.${message && ` ${message}`}${unreadWords}`;
  return `Reading the film${parts} …`;
}

/** What a reading waits for, and how long; undefined if it does not wait. */
function useWaiting(): { readonly words: string; readonly next?: string } | undefined {
  const reading = useSession((state) => (state.reading?.stage === 'waiting' ? state.reading : null));
  const isOffline = useSession(({ paused }) => paused?.reason === 'offline');
  const pace = useSession((state) => state.pace);
  const provider = useSettings(({ model }) => nameOf(pace?.endpoint ?? model.endpoint));
  const now = useNow(reading !== null);
  if (!reading) return undefined;
  if (isOffline) return { words: 'You are offline. The reading continues by itself when the connection is back.' };
  const waitMs = (pace?.nextAt ?? now) - now;
  if (waitMs < SHORTEST_WAIT_MS) return undefined;
  const said = pace?.refusal === undefined ? '' : ` ${provider} says: ${pace.refusal}`;
  const words = `Reading the film${partWords(reading)}: ${provider} asks the page to wait.${said}`;
  return { words, next: `Next request in ${waitWords(waitMs)}.` };
}

/** Shows the price before anything is sent. */
function PlanDialog({ plan, what, onWhat, onClose }: PlanDialogProps) {
  const { session, intake } = useServices();
  const isSeries = useSession(({ id }) => id !== '');
  const all = useFilmsToRead(isSeries, plan.tariff);
  const settings = useSettings((state) => state);
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  const stopAt = useSettings(({ prices }) => prices.stopAt);
  const [spentByFilm, spentByAll] = [useSession((state) => state.spent), useSpentOfAll()];
  const dialog = useModal();
  const { parts, languages, mostFound, isBegun, tariff } = plan;
  const costOf = (tokens: Tokens) => ({ tokens, price: priceNow(settings.model), isHalfPrice });
  const [films, problem] = [all?.ok ? all.value : undefined, all && !all.ok ? all.error : ''];
  const meant = what === 'This film' ? { requests: plan.missing, tokens: plan.tokens } : films;
  const wordsOf = ({ requests, tokens }: { readonly requests: number; readonly tokens: Tokens }): string =>
    `${requests === 1 ? '1 request' : `${requests} requests, one after the other`}: ${askWords(costOf(tokens))}`;
  const wordsOfAll = films
    ? films.films.length === 0
      ? 'no film waits to be translated'
      : `${countWords(films.films.length, 'film')}, ${wordsOf(films)}`
    : problem || 'counting …';
  return (
    <dialog ref={dialog} aria-label="Read the film" className={styles.dialog} onClose={onClose}>
      <strong>Read the film</strong>
      {isSeries ? (
        <RadioGroup
          name="What to read"
          values={['This film', 'All films'] as const}
          chosen={what}
          wordsOf={(value) =>
            `${value}: ${value === 'This film' ? wordsOf({ requests: plan.missing, tokens: plan.tokens }) : wordsOfAll}`
          }
          onChoose={onWhat}
          framed={false}
        />
      ) : (
        <p>
          {isBegun ? 'The model reads the rest of the film.' : 'The model reads the whole film.'}{' '}
          {wordsOf({ requests: plan.missing, tokens: plan.tokens })}.
        </p>
      )}
      <p role="status" aria-label="Limit" className={styles.told}>
        {meant &&
          tooLowWords(
            stopAt,
            costRange(costOf(meant.tokens)),
            sumOf(isSeries ? spentByAll : spentByFilm, priceNow).cost,
            'reading',
          )}
      </p>
      <p>The model suggests names and terms. You choose what to keep.</p>
      <div className={styles.commands}>
        <Button
          variant="primary"
          inBar={false}
          disabled={!meant?.requests || tariff !== tariffOf(settings)}
          onClick={() => {
            if (what === 'This film') session.readFilm(parts, languages, mostFound, tariff);
            else if (films) void intake.series().then((series) => series?.readFilms(films));
            dialog.current?.close();
          }}
        >
          Send
        </Button>
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        <span className={styles.fine}>{modelInUseWords(settings, true, 'Reads')}</span>
      </div>
    </dialog>
  );
}

interface PlanDialogProps {
  readonly plan: Plan;
  readonly what: WhatToRead;
  readonly onWhat: (what: WhatToRead) => void;
  readonly onClose: () => void;
}

/** What reading all films would send; undefined: not known yet. `tariff`: of the plan for this film. */
function useFilmsToRead(isSeries: boolean, tariff: string): Result<FilmsToRead, string> | undefined {
  const { intake } = useServices();
  const [found, setFound] = useState<{ readonly tariff: string; readonly films: Result<FilmsToRead, string> }>();
  useEffect(() => {
    let isGone = false;
    const counted = async () => {
      const films = isSeries ? await (await intake.series())?.planReading() : undefined;
      if (films && !isGone) setFound({ tariff, films });
    };
    void counted();
    return () => {
      isGone = true;
    };
  }, [intake, isSeries, tariff]);
  return found?.tariff === tariff ? found.films : undefined;
}

interface Asked {
  readonly answer: (isWanted: boolean) => void;
}

/**
 * Asks before a run what to do about the reading of the film: while it is under way, and again once it has suggested notes. If the person closes the question,
 * nothing is sent.
 */
export function NotesQuestion({ answer }: Asked) {
  const readsAll = usePage(({ series }) => series.readsAll);
  const isReading = useSession(isReadStill) || readsAll;
  const [wasReading] = useState(isReading);
  const series = usePage((state) => state.series);
  const hasNotes = useSession((state) => notesToOffer(state, series).length > 0);
  // The reading ended while the question was open, and there is nothing to decide.
  const isSettled = wasReading && !isReading && !hasNotes;
  const begin = useEffectEvent(() => answer(true));
  useEffect(() => {
    if (isSettled) begin();
  }, [isSettled]);
  if (isSettled) return null;
  return isReading ? <ReadingQuestion answer={answer} /> : <ProposalQuestion answer={answer} />;
}

/** If it stays open, it becomes the question about the notes when they arrive. */
function ReadingQuestion({ answer }: Asked) {
  const wait = () => answer(false);
  const answers = (
    <>
      <Button variant="primary" inBar={false} onClick={wait}>
        Wait for the notes
      </Button>
      <Button inBar={false} onClick={() => answer(true)}>
        Translate without them
      </Button>
    </>
  );
  return (
    <DecisionDialog title="The film is still being read." answers={answers} onClose={wait}>
      <p>
        The suggested notes are not complete yet. “Wait for the notes” sends nothing: start the translation when the
        notes are there. “Translate without them” starts now.
      </p>
    </DecisionDialog>
  );
}

function ProposalQuestion({ answer }: Asked) {
  const { session } = useServices();
  const film = useSession((state) => state);
  const series = usePage((state) => state.series);
  const rows = notesToOffer(film, series);
  const end = useEndReading();
  const close = () => answer(false);
  function begin(decide: () => void): void {
    decide();
    answer(true);
  }
  const names = namesWords(rows.map(rowName));
  const isOne = rows.length === 1;
  const suggests =
    film.reading?.count === 0 && readingsOf(film, series.rows).length === 1
      ? 'Another film has'
      : 'The model has read the film and suggests';
  const answers = (
    <>
      <Button
        variant="primary"
        inBar={false}
        onClick={() => begin(() => takeProposal(session, foundInFilms(readingsOf(film, series.rows))))}
      >
        Use the {isOne ? 'suggested note' : `${rows.length} suggested notes`}
      </Button>
      <Button inBar={false} onClick={() => begin(() => end('decline'))}>
        Without {isOne ? 'it' : 'them'}
      </Button>
      <PlainButton inBar={false} onClick={close}>
        Cancel
      </PlainButton>
    </>
  );
  return (
    <DecisionDialog title="Use the suggested notes?" answers={answers} onClose={close}>
      <p>
        {suggests} {isOne ? '1 note' : `${rows.length} notes`} that your film notes do not have:{' '}
        <span dir="auto">{names}</span>.{' '}
        {isOne ? 'It is sent only if you use it.' : 'They are sent only if you use them.'}
      </p>
    </DecisionDialog>
  );
}
