import { type ComponentProps, type ReactNode, useId } from 'react';
import { allOk, canSaveAs, type Work } from '../../../film/film.ts';
import { languageOptions } from '../../../languages/language-names.ts';
import { countWords, shownName } from '../../../lib/text.ts';
import type { FileOptions as Options } from '../../../review/finish-file.ts';
import { type FileFormat, formatOf, hasStyles } from '../../../subtitles/formats.ts';
import { SAVED_FORMATS } from '../../../subtitles/saved-formats.ts';
import { Button } from '../../kit/button.tsx';
import { Select } from '../../kit/fields.tsx';
import { Disclosure, Menu, NoticeBar } from '../../kit/panel.tsx';
import { withLanguage } from '../../state/page-state.ts';
import { finishedPart, saveFinishedPart, useSaving } from '../../state/save-part.ts';
import { usePage, useServices, useSession } from '../../state/services.tsx';
import { SaveButton } from './result-panel.tsx';
import styles from './saving.module.css';
import { DownloadFinished, PartHint } from './started-actions.tsx';

/** The value of an option that is not set. */
const USUAL = '';

interface Option {
  readonly field: keyof Options;
  readonly name: string;
  /** The words of each value. */
  readonly choices: Readonly<Record<string, string>>;
  /** The formats that have this option. */
  readonly isIn: (format: FileFormat) => boolean;
}

const always = () => true;

const OPTIONS: readonly Option[] = [
  {
    field: 'both',
    name: 'Both languages',
    choices: { [USUAL]: 'No', below: 'Translation below', above: 'Translation above' },
    isIn: always,
  },
  {
    field: 'look',
    name: 'The original is',
    choices: { [USUAL]: 'Plain', italics: 'In italics', grey: 'Grey' },
    isIn: (format) => SAVED_FORMATS[format].hasLooks,
  },
  {
    field: 'lineEnds',
    name: 'Line ends',
    choices: { lf: 'LF', file: 'As in the file', tv: 'For an old TV (CRLF, BOM)' },
    isIn: always,
  },
  {
    field: 'marks',
    name: 'Right-to-left marks',
    choices: { [USUAL]: 'None', rlm: 'RLM', embedding: 'Embedding' },
    isIn: always,
  },
  {
    field: 'lineBreaks',
    name: 'Line breaks',
    choices: { [USUAL]: 'As translated', balanced: 'Balanced' },
    isIn: (format) => SAVED_FORMATS[format].hasLines,
  },
  {
    field: 'sounds',
    name: '[Sounds] and ♪ songs ♪',
    choices: { [USUAL]: 'Stay', 'left-out': 'Left out' },
    isIn: always,
  },
  {
    field: 'direction',
    name: 'Direction of a line',
    choices: { [USUAL]: 'As in the file', letters: 'By its first letters (Encoding −1)' },
    isIn: hasStyles,
  },
];

const hasTranslations = (state: Work): boolean => allOk(state) || finishedPart(state) !== undefined;

/** Rare commands in a menu: beside the heading in Text, below the lines in Lines. `children`: more ways to save once the run has ended. */
export function MoreWays({ children }: { children?: ReactNode }) {
  const saves = useSession(canSaveAs);
  if (!useSession(hasTranslations)) return null;
  return (
    <Menu name="More">
      {saves ? (
        <>
          <div className={styles.inMenu}>
            <FileOptionsFold />
          </div>
          {children}
        </>
      ) : (
        <>
          <DownloadFinished />
          <div className={styles.inMenu}>
            <PartHint />
          </div>
        </>
      )}
    </Menu>
  );
}

/** How the saved file is written; the text on the page does not change. */
function FileOptionsFold() {
  const saving = useSaving();
  const format = useSession(({ readAs }) => formatOf(readAs));
  return (
    <Disclosure summary="File options" onDemand>
      <div className={styles.fields}>
        {OPTIONS.filter(({ isIn }) => isIn(format)).map((option) => (
          <OptionField key={option.field} {...option} />
        ))}
        <LanguageField language={saving?.language} />
      </div>
      <OverTwoLinesNotice count={saving?.overTwoLines ?? 0} />
    </Disclosure>
  );
}

function OptionField({ field, name, choices }: Omit<Option, 'isIn'>) {
  const { page } = useServices();
  const value = usePage(({ saving }) => saving.options[field]);
  const usual = useSession(({ readAs }) => (field === 'lineEnds' ? SAVED_FORMATS[formatOf(readAs)].lineEnds : USUAL));

  function choose(chosen: string): void {
    const { saving } = page.getState();
    const { [field]: _, ...others } = saving.options;
    const options = chosen === usual ? others : { ...others, [field]: chosen };
    page.setState({ saving: { ...saving, options } });
  }
  return <Field name={name} value={value ?? usual} options={Object.entries(choices)} onChoose={choose} />;
}

/** Below the result or the lines: reports how many phrases players draw in the wrong order, and offers a fix. The region is in the page before its words. */
export function WrongOrderNotice() {
  const { page } = useServices();
  const count = useSaving()?.wrongOrder ?? 0;
  const isMended = usePage(({ saving }) => saving.options.direction !== undefined);
  function mend(): void {
    const { saving } = page.getState();
    page.setState({ saving: { ...saving, options: { ...saving.options, direction: 'letters' } } });
  }
  if (!useSession(hasTranslations)) return null;
  const lines = countWords(count, 'right-to-left line');
  return (
    <div role="status" className={styles.wrongOrder}>
      {count > 0 && !isMended && (
        <NoticeBar>
          {`Players show the parts of ${lines} in the wrong order. “Correct the order” corrects this in the files that you save from now on.`}
          <Button onClick={mend}>Correct the order</Button>
        </NoticeBar>
      )}
      {count > 0 && isMended && (
        <NoticeBar quiet>{`The files that you save have Encoding −1: players show ${lines} correctly.`}</NoticeBar>
      )}
    </div>
  );
}

/** Reports how many phrases get three lines or more when both languages are saved. The region is in the page before its words. */
function OverTwoLinesNotice({ count }: { count: number }) {
  const phrases = useSession((state) => state.phrases.length);
  return (
    <p role="status" className={styles.overTwoLines}>
      {count > 0 &&
        `${count.toLocaleString('en')} of ${countWords(phrases, 'subtitle')} ${count === 1 ? 'has' : 'have'} three rows or more with both languages. That covers much of the picture, and some players cut the text off.`}
    </p>
  );
}

/** The translation's language, used in the saved file's name and to balance lines. */
function LanguageField({ language }: { language: string | undefined }) {
  const { page, settings } = useServices();
  const choose = (chosen: string) =>
    page.setState({ saving: withLanguage(page.getState().saving, chosen, settings.store.getState().prompt) });
  return (
    <Field name="Language in the name" value={language ?? ''} options={languageOptions(language)} onChoose={choose} />
  );
}

function Field({ name, ...select }: ComponentProps<typeof Select> & { name: string }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <Select id={id} className={styles.select} {...select} />
    </div>
  );
}

/** Saves the result, or the finished part, under the name by which players find it beside the video. */
export function SaveAs() {
  const services = useServices();
  const saving = useSaving();
  const isWhole = useSession(allOk);
  const isThere = useSession(hasTranslations);
  if (!isThere) return null;
  // What saves asks for the name itself, so a person need not wait for it.
  const words = saving ? `Save as ${shownName(saving.name)}` : 'Save as';
  const facts = {
    className: styles.saveAs,
    title: words,
    children: <span className={styles.saveAsWords}>{words}</span>,
  };
  if (isWhole) return <SaveButton how="save-as" {...facts} />;
  return <Button once {...facts} onClick={() => void saveFinishedPart(services, 'save-as')} />;
}
