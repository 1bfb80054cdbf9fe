import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { countWords, nameWithoutMarks, shownName } from '../../../lib/text.ts';
import { keyName } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { CheckBox } from '../../kit/fields.tsx';
import { usePrimaryVariant } from '../../state/next-step.ts';
import type { SeriesDesk } from '../../state/series-desk.ts';
import { usePage, useServices } from '../../state/services.tsx';
import { type Shown, sumOfFilms } from '../../state/use-series.ts';
import styles from './files.module.css';

export type DeskOrder = (command: (desk: SeriesDesk) => Promise<unknown>) => Promise<void>;

/** Only Chromium lets a page write into a folder. */
const canWriteFolders = (): boolean => 'showDirectoryPicker' in window;

/** Saves all films: as one .zip, or each into its folder. */
export function SaveCommands({ shown, order }: { shown: readonly Shown[]; order: DeskOrder }) {
  const { done, counted } = sumOfFilms(shown);
  const areAllDone = counted > 1 && done === counted;
  const areJudged = shown.every(({ isOpen, row }) => isOpen || row.batches === 0 || row.review !== null);
  const filmsDone = !areAllDone ? 'no' : areJudged ? 'judged' : 'unjudged';
  const { page, viewKeys } = useServices();
  const variant = usePrimaryVariant('save-all');
  useLayoutEffect(() => page.setState({ filmsDone }), [page, filmsDone]);
  useLayoutEffect(() => () => page.setState({ filmsDone: 'no' }), [page]);
  const [asked, ask] = useState<'zip' | 'folder' | null>(null);
  const save = (how: 'zip' | 'folder', withOriginals: boolean) => {
    ask(null);
    void order((desk) => (how === 'zip' ? desk.saveAll(withOriginals) : desk.saveInto(withOriginals)));
  };
  // A run may continue while the question is open.
  const left = counted - done;
  const begin = (how: 'zip' | 'folder') => {
    page.setState({ series: { ...page.getState().series, savedAs: how } });
    if (left > 0) ask(how);
    else save(how, false);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { savedAs } = page.getState().series;
    if (keyName(event) !== 'F4' || savedAs === null || done === 0) return;
    event.preventDefault();
    begin(savedAs);
  });
  useEffect(() => viewKeys.use((event) => onKey(event)), [viewKeys]);
  return (
    <>
      {done > 0 && (
        <Button variant={variant} onClick={() => begin('zip')}>
          Save all
        </Button>
      )}
      {done > 0 && canWriteFolders() && (
        <Button
          inBar={false}
          title="Saves the files beside the originals if you opened or dropped their folder. Otherwise you choose a folder."
          onClick={() => begin('folder')}
        >
          Save into a folder…
        </Button>
      )}
      {asked && (
        <Question
          title={`Save ${done} of ${countWords(counted, 'film')}`}
          answers={[
            [left === 0 ? 'Save' : 'Leave them out', () => save(asked, false)],
            ...(left > 0 ? [['With their originals', () => save(asked, true)] as const] : []),
          ]}
          onCancel={() => ask(null)}
        >
          <p>{left === 0 ? 'Now all films are finished.' : unfinishedWords(left)}</p>
        </Question>
      )}
      <ExistingFiles />
      <OtherNamesOfFiles />
      <FilmToAdd />
    </>
  );
}

interface QuestionProps {
  readonly title: string;
  /** The words of each button and what it does. The first one is the usual answer. */
  readonly answers: readonly (readonly [words: string, act: () => void])[];
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function Question({ title, answers, onCancel, children }: QuestionProps) {
  const buttons = answers.map(([words, act], at) => (
    <Button key={words} variant={at === 0 ? 'primary' : 'bordered'} inBar={false} onClick={act}>
      {words}
    </Button>
  ));
  const cancel = (
    <PlainButton inBar={false} onClick={onCancel}>
      Cancel
    </PlainButton>
  );
  return (
    <DecisionDialog
      title={title}
      onClose={onCancel}
      answers={
        <>
          {buttons}
          {cancel}
        </>
      }
    >
      {children}
    </DecisionDialog>
  );
}

const unfinishedWords = (count: number): string =>
  `${count === 1 ? '1 film is' : `${count} films are`} not finished. “With their originals” saves the missing lines in the original language. The file names then say how many lines are translated.`;

const MOST_NAMED = 8;

/** Asks whether the film of a project is added to the list. */
function FilmToAdd() {
  const asked = usePage((state) => state.series.asked);
  if (asked?.kind !== 'to-add') return null;
  const { name, answer } = asked;
  return (
    <Question
      title={`Open ${shownName(name)}`}
      answers={[
        ['Add to the list', () => answer('add')],
        ['Open alone', () => answer('alone')],
      ]}
      onCancel={() => answer('cancel')}
    >
      <p>
        This project has one film. “Add to the list” uses the prompt and model of the list, not those of the project.
        “Open alone” closes the list. Undo brings the list back.
      </p>
    </Question>
  );
}

/** Asks what to do with files that exist already in the folder. */
function ExistingFiles() {
  const asked = usePage((state) => state.series.asked);
  if (asked?.kind !== 'existing') return null;
  const { paths, answer } = asked;
  return (
    <Question
      title={paths.length === 1 ? '1 file is there already' : `${paths.length} files are there already`}
      answers={[
        ['Keep', () => answer('keep')],
        ['Replace', () => answer('replace')],
      ]}
      onCancel={() => answer('cancel')}
    >
      <p>“Keep” saves only the other files. “Replace” also replaces these files, and nothing brings them back.</p>
      <Paths paths={paths} />
    </Question>
  );
}

/** Asks before files are saved under other names than a person expects. */
function OtherNamesOfFiles() {
  const asked = usePage((state) => state.series.asked);
  if (asked?.kind !== 'names') return null;
  const {
    names: { numbered, replaced },
    answer,
  } = asked;
  const areNumbered = numbered.length > 0;
  return (
    <Question
      title={
        areNumbered ? 'Several files would have the same name' : 'Names that Windows or the browser does not allow'
      }
      answers={[[replaced.length > 0 ? 'Save with these names' : 'Save with numbers', () => answer('save')]]}
      onCancel={() => answer('cancel')}
    >
      {areNumbered && (
        <p>
          On some computers these names are the same. {numbered.length === 1 ? 'This file gets' : 'These files get'} a
          number:
        </p>
      )}
      <Paths paths={numbered} />
      {replaced.length > 0 && (
        <p>
          Windows or the browser does not allow some characters in names.{' '}
          {replaced.length === 1 ? 'This file has' : 'These files have'} “_” in their place:
        </p>
      )}
      <Paths paths={replaced} />
    </Question>
  );
}

function Paths({ paths }: { paths: readonly string[] }) {
  const more = paths.length - MOST_NAMED;
  if (paths.length === 0) return null;
  return (
    <>
      <ul className={styles.existing}>
        {paths.slice(0, MOST_NAMED).map((path) => (
          <li key={path} dir="auto">
            {nameWithoutMarks(path)}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {countWords(more, 'other')}.</p>}
    </>
  );
}

/**
 * Below the commands, because it is about films that are not done yet. It stays when all are done: otherwise the rows would move by one just then, under the
 * pointer of a person who wants to open a film.
 */
export function SavesAsDone({ shown, order }: { shown: readonly Shown[]; order: DeskOrder }) {
  const savesAsDone = usePage((state) => state.series.asDone !== null);
  const isListThere = shown.length > 0;
  if (!canWriteFolders()) return null;
  return (
    <div className={styles.asDone}>
      <CheckBox
        disabled={!isListThere}
        checked={savesAsDone}
        onChange={(isWanted) => void order((desk) => desk.saveAsDone(isWanted))}
      >
        Save each film as it is done
      </CheckBox>
    </div>
  );
}
