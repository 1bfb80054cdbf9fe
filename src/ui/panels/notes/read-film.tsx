import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isUnderWay } from '../../../engine/job.ts';
import type { FilmReading } from '../../../engine/run-state.ts';
import { planReading, type ReadingPlan } from '../../../film/plan-reading.ts';
import type { Session } from '../../../film/session.ts';
import { type FoundRow, hasFound, type ProposedRow, propose, takeAll, takeRow } from '../../../notes/film-reading.ts';
import type { FilmNotes } from '../../../notes/notes.ts';
import { leftOutWords } from '../../../notes/notes-told.ts';
import { type Spending, sumOf } from '../../../prices/price.ts';
import { costRange } from '../../../prices/price-of.ts';
import { nameOf } from '../../../providers/endpoints.ts';
import { listed, startProblem, tariffOf } from '../../../settings/settings.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { useModal } from '../../kit/overlays.ts';
import { useNow, useServices, useSession, useSettings } from '../../state/services.tsx';
import { useHalfPrice, usePriceOf } from '../../state/use-prices.ts';
import { readingFailureWords } from '../../words/failures.ts';
import { modelInUseWords } from '../../words/model-words.ts';
import { askWords, isFree, tooLowWords, waitWords } from '../../words/quantities.ts';
import styles from './notes.module.css';

interface Plan extends ReadingPlan {
  /** The text to read; the reading never sends another text. */
  readonly of: string;
  /** The model and tariff for which the plan was made. */
  readonly told: string;
}

const READ_ID = 'notes-read-film';

/** "Read the film": shows the price first, then a proposal. Nothing of the proposal counts until the person accepts it. */
export function ReadFilm({ notes }: { notes: FilmNotes }) {
  const { session, settings: inUse } = useServices();
  const reading = useSession((state) => state.reading);
  const sourceText = useSession((state) => state.sourceText);
  const tariff = useSettings(tariffOf);
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState('');
  const waiting = useWaiting();

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
    return { ...planned.value, of, told: tariffOf(settings) };
  }
  async function goOn(): Promise<void> {
    const made = await prepare();
    const { reading: stopped } = session.store.getState();
    // The proposal may have been dismissed meanwhile.
    if (!made || stopped?.stage !== 'stopped') return;
    if (stopped.told === made.told || made.missing === 0)
      session.readFilm(made.parts, made.languages, made.mostFound, stopped.told);
    else setPlan(made);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: prepare reads what it needs as it runs
  useEffect(() => {
    if (plan && plan.told !== tariff) void prepare().then((made) => setPlan((open) => open && made));
  }, [plan, tariff]);
  const command =
    reading !== null && isUnderWay(reading)
      ? { name: 'Stop', act: () => reading.stage !== 'last' && session.endReading('stop') }
      : reading?.stage === 'stopped'
        ? { name: 'Resume reading', act: () => void goOn() }
        : { name: 'Read the film', act: () => void prepare().then(setPlan) };
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
            (reading
              ? waiting?.words || stageWords(reading, session.store.getState().spent)
              : 'The model reads all lines and suggests names and terms. You choose what to keep.')}
        </span>
        {/* Outside the live region, because it changes every second. */}
        {waiting?.next && <span className={styles.fine}>{waiting.next}</span>}
      </div>
      {plan?.of === sourceText && <PlanDialog plan={plan} onClose={() => setPlan(undefined)} />}
      {reading && <Proposal notes={notes} reading={reading} />}
    </div>
  );
}

/** Whether the model has answered, but nothing in the answer could be used. */
const isUnreadable = ({ found, unread }: FilmReading): boolean => unread > 0 && !hasFound(found);

const partWords = ({ done, count }: FilmReading): string =>
  count === 1 ? '' : `, part ${Math.min(done + 1, count)} of ${count}`;

function stageWords(reading: FilmReading, spent: readonly Spending[]): string {
  const { stage, done, count, failure, unread } = reading;
  const message = readingFailureWords(failure, reading.message);
  const unreadWords =
    unread === 0
      ? ''
      : ` The page could not use ${unread === 1 ? 'a part of 1 reply' : `parts of ${unread} replies`}. Some names or terms may be missing.`;
  const parts = partWords(reading);
  if (count === 0) return 'These notes came with another film.';
  if (stage === 'done' && isUnreadable(reading))
    return 'The reply of the model could not be used. Read the film again, or choose another model.';
  if (stage === 'done') return `The model has read the film.${unreadWords}`;
  if (stage === 'last')
    return isFree(spent) ? `Waiting for a reply${parts}.` : `Finishing a request that is already paid for${parts}.`;
  // A person stops; the page pauses, and says why.
  if (stage === 'stopped')
    return `${message ? 'Paused' : 'Stopped'}. Parts read: ${done} of ${count}.${message && ` ${message}`}${unreadWords}`;
  return `Reading the film${parts} …`;
}

/** Shorter waits are not shown. */
const SHORTEST_WAIT_MS = 1_000;

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
function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { session } = useServices();
  const settings = useSettings((state) => state);
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  const stopAt = useSettings(({ prices }) => prices.stopAt);
  const spent = useSession((state) => state.spent);
  const dialog = useModal();
  const { parts, languages, mostFound, tokens, missing, isBegun, told } = plan;
  const cost = { tokens, price: priceNow(settings.model), isHalfPrice };
  return (
    <dialog ref={dialog} aria-label="Read the film" className={styles.dialog} onClose={onClose}>
      <strong>Read the film</strong>
      <p>
        {isBegun ? 'The model reads the rest of the film.' : 'The model reads the whole film.'}{' '}
        {missing === 1 ? '1 request' : `${missing} requests, one after the other`}: {askWords(cost)}.
      </p>
      <p role="status" aria-label="Limit" className={styles.told}>
        {tooLowWords(stopAt, costRange(cost), sumOf(spent, priceNow).cost, 'reading')}
      </p>
      <p>The model suggests names and terms. You choose what to keep.</p>
      <div className={styles.commands}>
        <Button
          variant="primary"
          inBar={false}
          disabled={missing === 0 || told !== tariffOf(settings)}
          onClick={() => {
            session.readFilm(parts, languages, mostFound, told);
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

/** Takes what is new of the proposal into the notes, as one step. */
export function takeProposal({ store, changeNotes }: Session): void {
  const { notes, reading } = store.getState();
  if (!reading) return;
  const next = takeAll(notes, reading.found);
  changeNotes(next, ['All suggestions added', leftOutWords(next)].filter(Boolean).join('. '));
}

/** The findings beside the existing notes. */
function Proposal({ notes, reading }: { notes: FilmNotes; reading: FilmReading }) {
  const { session } = useServices();
  const rows = useMemo(() => propose(notes, reading.found), [notes, reading.found]);
  const left = rows.filter(({ state }) => state !== 'same');
  const isNew = left.some(({ state }) => state === 'new');
  const current = () => session.store.getState().notes;
  const group = useRef<HTMLDivElement>(null);
  const putAway = useRef<HTMLButtonElement>(null);
  /** Focuses at once: the pressed button may disappear with its row, and the next key is meant for the button in its place. */
  function takeAndFocus(act: () => void, place: number): void {
    flushSync(act);
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('li button') ?? [])];
    (buttons[place] ?? buttons.at(-1) ?? putAway.current)?.focus();
  }
  if (rows.length === 0 && reading.stage !== 'done') return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups rows, not form fields
    <div ref={group} role="group" aria-label="Suggested notes" className={styles.proposal}>
      <div className={styles.commands}>
        <strong>{proposalTitle(left.length, reading)}</strong>
        {isNew && <PlainButton onClick={() => takeAndFocus(() => takeProposal(session), 0)}>Add all</PlainButton>}
        <PlainButton
          once
          ref={putAway}
          onClick={() => {
            session.endReading('drop');
            focusSoon(READ_ID);
          }}
        >
          Discard suggestions
        </PlainButton>
      </div>
      <ul className={styles.rows}>
        {left.map((row, place) => {
          const name = rowName(row);
          const replaces = row.state === 'differs';
          const done = replaces ? 'Replaced' : 'Added';
          return (
            <li key={`${row.kind} ${name} ${wordsOf(row)}`} className={styles.commands}>
              <PlainButton
                once
                onClick={() =>
                  takeAndFocus(() => session.changeNotes(takeRow(current(), row), `${done} ${name}`), place)
                }
              >
                {replaces ? `Replace ${name}` : `Add ${name}`}
              </PlainButton>
              <span className={styles.fine} dir="auto">
                {wordsOf(row)}
              </span>
              {replaces && <InNotes there={thereIn(notes, row)} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function proposalTitle(count: number, reading: FilmReading): string {
  if (count > 0) return 'Suggested notes';
  if (isUnreadable(reading)) return 'The reply could not be read.';
  return hasFound(reading.found) ? 'All suggestions are in your notes.' : 'The model found no names or terms.';
}

export function rowName(row: ProposedRow): string {
  if (row.kind === 'about') return 'the text about the film';
  if (row.kind === 'person') return row.row.name;
  return row.kind === 'term' ? row.row.source : `${row.row.from} → ${row.row.to}`;
}

/** What the notes already have for the name; '': no translation; undefined: a text about the film. */
function thereIn(notes: FilmNotes, { kind, at }: ProposedRow): string | undefined {
  if (kind === 'about' || at === undefined) return undefined;
  const there = { person: notes.people, address: notes.address, term: notes.terms }[kind][at];
  return there && wordsOf({ kind, row: there } as FoundRow);
}

function InNotes({ there }: { there: string | undefined }) {
  if (!there)
    return (
      <span className={styles.differs}>
        {there === undefined ? 'your notes have another text' : 'your notes have no translation'}
      </span>
    );
  return (
    <span className={styles.differs}>
      your notes say: <span dir="auto">{there}</span>
    </span>
  );
}

function wordsOf(row: FoundRow): string {
  if (row.kind === 'about') return row.row;
  if (row.kind === 'address') return row.row.form;
  if (row.kind === 'term')
    return [row.row.translation || 'keep the original word', row.row.note].filter(Boolean).join(', ');
  const { translation, gender, note } = row.row;
  return [translation, gender === 'unknown' ? '' : gender, note].filter(Boolean).join(', ');
}
