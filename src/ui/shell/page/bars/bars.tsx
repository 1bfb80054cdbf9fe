import { useState } from 'react';
import { useStore } from 'zustand';
import { hasBatches, isHolder } from '../../../../engine/run-state.ts';
import type { Undo } from '../../../../session/session-state.ts';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { later } from '../../../kit/lazy-part.tsx';
import { panelId } from '../../../kit/panel-ids.ts';
import { loadRepairs } from '../../../panels/source/repairs-later.ts';
import { BATCHES_HEADING_ID } from '../../../state/open-batch.tsx';
import type { PageStorageProblem } from '../../../state/page-state.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { MENDED_WORDS, undoWords } from '../../../words/undo-words.ts';
import { Bar } from './bar.tsx';
import { DemoBar } from './demo-bar.tsx';
import { FollowerBar } from './follower-bar.tsx';
import { ForgottenKeysBar } from './forgotten-keys-bar.tsx';

const MendingWords = later(async () => (await loadRepairs()).MendingWords, { StandIn: () => MENDED_WORDS });

/** The notices for the whole page, each while its reason lasts. */
export function Bars() {
  const { leaveDemo } = useServices().commands;
  return (
    <>
      {leaveDemo && <DemoBar leaveDemo={leaveDemo} />}
      <FollowerBar />
      <StorageBar />
      <SettingsStorageBar />
      <UpdateBar />
      <BugBar />
      <RefusalBar />
      <UndoBar />
      {/* Last: this bar vanishes by itself, and another bar's button must not move under the pointer. */}
      <ForgottenKeysBar />
    </>
  );
}

function StorageBar() {
  const { page, commands } = useServices();
  const problem = useStore(page, ({ storageProblem }) => storageProblem);
  if (!problem || commands.leaveDemo) return null;
  return <Bar action={<Button onClick={commands.saveProject}>Save project</Button>}>{storageWords(problem)}</Bar>;
}

function SettingsStorageBar() {
  const { page, commands } = useServices();
  const problem = useStore(page, ({ settingsProblem }) => settingsProblem);
  if (!problem || commands.leaveDemo) return null;
  return (
    <Bar action={<Button onClick={commands.saveProject}>Save project</Button>}>
      {whyNotStored(problem)} Changes of prompt, model and keys are in this tab’s memory only. A project file keeps
      prompt and model, but no key.
    </Bar>
  );
}

function whyNotStored({ kind }: PageStorageProblem): string {
  if (kind === 'newer-version')
    return 'A newer version of this page has stored its settings in this browser: reload the page to get it.';
  return kind === 'full'
    ? 'The browser’s storage for this page is full.'
    : 'The browser does not let this page store anything.';
}

function storageWords(problem: PageStorageProblem): string {
  const { kind, keptIn } = problem;
  if (kind === 'newer-version') {
    return 'A newer version of this page has stored its work in this browser. Here it is shown and can be downloaded, but not changed: reload the page to get the newer version.';
  }
  if (kind === 'other-tab')
    return 'Another tab has saved newer work, so this tab no longer saves. Reload the page to go on.';
  const why = whyNotStored(problem);
  return keptIn === 'indexed-db'
    ? `${why} The work is kept in the browser’s database instead. To be safe, save the project as a file.`
    : `${why} The work is in this tab’s memory only: save the project as a file before you close it.`;
}

function UpdateBar() {
  const { page } = useServices();
  const applyUpdate = useStore(page, (state) => state.applyUpdate);
  const [applied, setApplied] = useState<typeof applyUpdate>(null);
  if (!applyUpdate) return null;
  const starts = applied === applyUpdate;
  const apply = () => {
    if (starts) return;
    setApplied(() => applyUpdate);
    applyUpdate();
  };
  return (
    <Bar
      quiet
      onDismiss={() => page.setState({ applyUpdate: null })}
      action={
        // Not `disabled`, so that the button keeps the focus while it waits.
        <Button aria-disabled={starts || undefined} onClick={apply}>
          Reload now
        </Button>
      }
    >
      {starts
        ? 'The new version of this page is starting; some browsers take half a minute.'
        : 'A new version of this page is ready. It starts at the next visit, or now.'}
    </Bar>
  );
}

function BugBar() {
  const { page, commands } = useServices();
  const bug = useStore(page, (state) => state.bug);
  if (bug === null) return null;
  return (
    <Bar
      onDismiss={() => page.setState({ bug: null })}
      action={
        <>
          <Button onClick={commands.saveProject}>Save project</Button>
          <Button onClick={() => location.reload()}>Reload</Button>
        </>
      }
    >
      Something unexpected went wrong. What is finished is kept; reload the page if it does not work as it should. The
      error: {bug}
    </Bar>
  );
}

function RefusalBar() {
  const { page } = useServices();
  const refusal = useStore(page, (state) => state.refusal);
  if (refusal === null) return null;
  return (
    <Bar onDismiss={() => page.setState({ refusal: null })} action={null}>
      {refusal}
    </Bar>
  );
}

/** In wide windows it stands over the header and moves nothing. Dismissed, it comes again with another step, or a reload. */
function UndoBar() {
  const { session, page } = useServices();
  const undo = useSession((state) => state.undo);
  const holds = useSession(isHolder);
  const view = useStore(page, (state) => state.view);
  const [dismissed, setDismissed] = useState<Undo>();

  /** The button goes with the last step: the focus goes to what has come back. */
  function takeBack() {
    session.undo();
    const state = session.store.getState();
    if (state.undo === null) focusSoon(hasBatches(state) ? BATCHES_HEADING_ID : panelId('Original'));
  }

  // The view of lines has its own Undo above them; a bar that comes and goes here would move the lines under the pointer.
  if (!undo || undo === dismissed || !holds || (undo.command === 'change-lines' && view === 'lines')) return null;
  return (
    <Bar
      quiet
      wordsId={UNDO_WORDS_ID}
      onDismiss={() => setDismissed(undo)}
      action={
        <Button aria-describedby={UNDO_WORDS_ID} onClick={takeBack}>
          Undo
        </Button>
      }
    >
      {undo.command === 'mend-original' ? <MendingWords /> : undoWords(undo)}
    </Bar>
  );
}

const UNDO_WORDS_ID = 'undo-words';
