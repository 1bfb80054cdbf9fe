import { useState } from 'react';
import { callsUnderWay } from '../../../engine/run-state.ts';
import { isInNoFile, isInSeries } from '../../../film/film.ts';
import { canShowResult } from '../../../film/shown-facts.ts';
import { countWords, shownName } from '../../../lib/text.ts';
import { formatOf } from '../../../subtitles/formats.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { type Going, type MainSave, mainSave } from '../../state/page-state.ts';
import { saveResult } from '../../state/save.ts';
import { callsOf, saveFinishedPart, unsavedKind, unsavedOthers, useSaving } from '../../state/save-part.ts';
import { type Services, usePage, useServices, useSession } from '../../state/services.tsx';
import { useQuestion } from '../../state/use-question.ts';
import { useOthers } from '../../state/use-series.ts';
import { costsNothing } from '../../words/quantities.ts';

/** Asks before the page closes a film that has unsaved translations or unanswered requests. */
export function SaveFirstDialog() {
  const { saveFirst } = useServices();
  const asked = useQuestion(saveFirst);
  return asked && <SaveFirst asked={asked.args} answer={asked.answer} />;
}

interface SaveFirstProps {
  readonly asked: Parameters<Services['saveFirst']['call']>;
  readonly answer: (mayGo: boolean) => void;
}

function SaveFirst({ asked: [next, goes, back], answer }: SaveFirstProps) {
  const services = useServices();
  const calls = useCallsOf(goes);
  const others = usePage(() => unsavedOthers(services, goes));
  const ofFilm = useSession(unsavedKind);
  const unsaved = others > 0 ? 'list' : ofFilm;
  // After a press of Save the words stay as they were until the question closes.
  const [pressed, setPressed] = useState<typeof unsaved>();
  const kind = pressed ?? unsaved;
  const isList = goes === 'all' && isInSeries(services.session.store.getState());
  const [how, name] = useFileToSave(kind === 'result');
  const areFree = useSession(({ spent }) => costsNothing(spent));

  async function save(): Promise<void> {
    if (pressed) return;
    setPressed(kind);
    answer(kind === 'list' ? await saveList(services) : await saveFilm(services, kind, how));
  }

  const closing = `Close the ${isList ? 'list' : 'film'}`;
  const what = kind === 'list' ? 'the translations' : shownName(name);
  const answers = (
    <>
      {kind && (
        <Button once variant="primary" inBar={false} onClick={() => void save()}>
          {kind === 'list' ? 'Save all' : 'Save'}
        </Button>
      )}
      <Button inBar={false} onClick={() => answer(true)}>
        {kind ? 'Don’t save' : closing}
      </Button>
      <PlainButton inBar={false} onClick={() => answer(false)}>
        Cancel
      </PlainButton>
    </>
  );
  return (
    <DecisionDialog
      title={kind ? `Save ${what} first?` : `${closing} now?`}
      answers={answers}
      onClose={() => answer(false)}
    >
      <p>
        You are {next === '' ? 'closing this film' : `opening ${next}`}.
        {kind && (kind === 'list' ? ` ${listWords(others + (ofFilm === 'result' ? 1 : 0))}` : <FilmWords />)}
      </p>
      {calls > 0 && <p>{callsWords(calls, goes === 'all', areFree)}</p>}
      <p>{backWords(isList, back)}</p>
    </DecisionDialog>
  );
}

/** How the film would be saved, and the name of the file. */
function useFileToSave(isWhole: boolean): readonly [how: MainSave, name: string] {
  const state = useServices().session.store.getState();
  const named = useSaving()?.name;
  const how = mainSave(state);
  const plain = isWhole ? `translated.${formatOf(state.readAs)}` : undefined;
  return [how, (how === 'save-as' ? named : plain) ?? 'the translation'];
}

function useCallsOf(goes: Going): number {
  const { session } = useServices();
  useSession(callsUnderWay);
  useOthers();
  return callsOf(session, goes);
}

/** If saving failed, the film stays and the page says why. */
async function saveFilm(services: Services, kind: 'result' | 'part' | undefined, how: MainSave): Promise<boolean> {
  const { getState } = services.session.store;
  const before = getState().saved;
  if (kind === 'part') await saveFinishedPart(services, how);
  else {
    if (canShowResult(getState())) await services.session.writeResult({ again: true });
    await saveResult(services, how);
  }
  return !isInNoFile(getState()) || getState().saved !== before;
}

async function saveList(services: Services): Promise<boolean> {
  await (await services.intake.series())?.saveAll(false);
  return unsavedOthers(services, 'all') === 0;
}

const backWords = (isList: boolean, back: string): string =>
  `${back} brings ${isList ? 'the list with all its films' : 'this film'} back.`;

const listWords = (count: number): string =>
  `${countWords(count, 'translated film')} of the list ${count === 1 ? 'is' : 'are'} not saved.`;

function FilmWords() {
  const wasSaved = useSession(({ saved }) => saved !== '');
  return <> The translation on the page {wasSaved ? 'has changed since it was last saved' : 'has not been saved'}.</>;
}

function callsWords(calls: number, waits: boolean, areFree: boolean): string {
  const [are, they, replies, them] =
    calls === 1
      ? ['1 request is', 'It is', 'its reply', 'it']
      : [`${calls} requests are`, 'They are', 'their replies', 'them'];
  const paid = `${are} not answered yet${areFree ? '' : `. ${they} already paid for`}`;
  return waits
    ? `${paid}: the page waits for ${replies} first, for a minute at most.`
    : `${paid}, and ${replies} will be lost. To keep ${them}, press Cancel and wait.`;
}
