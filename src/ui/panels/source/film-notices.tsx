import type { ReactNode } from 'react';
import { hasBatches } from '../../../engine/run-state.ts';
import { ENCODINGS, type EncodingName } from '../../../files/encodings.ts';
import type { Notice } from '../../../film/film.ts';
import { noticeWords } from '../../../film/notice-words.ts';
import { countWords } from '../../../lib/text.ts';
import type { StyleInUse } from '../../../subtitles/document.ts';
import {
  FORMATS,
  FRAME_RATES,
  formatName,
  formatOf,
  hasStyles,
  type ReadAs,
  rateInText,
  recognizeFormat,
  USUAL_MICRO_DVD_RATE,
} from '../../../subtitles/formats.ts';
import { useNarrow } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { Select } from '../../kit/fields.tsx';
import { Disclosure, NoticeBar } from '../../kit/panel.tsx';
import { useServices, useSession, useSource } from '../../state/services.tsx';
import { useFilmName } from '../../state/use-series.ts';
import { fileSummaryWords, shortFilmName, sourceErrorReason } from '../../words/file-summary.ts';
import styles from './source-panel.module.css';
import { useSourceError } from './source-panel.tsx';

/** The film's name and summary, at the head of the original. */
export function FileSummary() {
  const name = useFilmName();
  const words = fileSummaryWords(name, useSource());
  return (
    <p className={styles.face} title={words}>
      {/* A right-to-left name would otherwise move the number after it. */}
      <bdi>{shortFilmName(name)}</bdi>
      {words.slice(name.length)}
    </p>
  );
}

/** What Translate would refuse in the opened text, said before, with the link to the line. */
export function SourceCheck({ onGoToLine }: { readonly onGoToLine: (line: number) => void }) {
  const error = useSourceError();
  if (!error) return null;
  const reason = sourceErrorReason(error.message) ?? error.message;
  const [before, after] = reason.split(`line ${error.line}`);
  return (
    <NoticeBar>
      <p className={styles.refusal}>
        This file cannot be translated as it is. {before}
        {after !== undefined && (
          <PlainButton className={styles.goTo} onClick={() => onGoToLine(error.line)}>
            line {error.line}
          </PlainButton>
        )}
        {after}
      </p>
    </NoticeBar>
  );
}

/** What a person should know about the opened text that is not an error. */
export function NoticeList() {
  const { session } = useServices();
  const notices = useSession((state) => state.notices);
  return (
    <>
      <FormatNotice />
      <ReadNotices />
      {notices.map((notice, index) => (
        <NoticeBar key={notice.kind} quiet={!LOUD.has(notice.kind)} onDismiss={() => session.dismissNotice(index)}>
          {noticeContent(notice)}
        </NoticeBar>
      ))}
    </>
  );
}

/** What the file's reader reports, before Translate makes notices of it. */
function ReadNotices() {
  const hasStarted = useSession(hasBatches);
  const notes = useSource()?.notes ?? [];
  if (hasStarted) return null;
  return notes.map((note) => <NoticeBar key={note.kind}>{noticeContent(note)}</NoticeBar>);
}

/** Notices that ask for an action, or say that something is missing. */
const LOUD: ReadonlySet<Notice['kind']> = new Set(['kept', 'damaged', 'doubly-encoded', 'cut-off']);

const noticeContent = (notice: Notice): ReactNode => {
  if (notice.kind === 'encoding') return <EncodingNotice name={notice.name} />;
  return notice.kind === 'doubly-encoded' ? <DoublyEncodedNotice /> : noticeWords(notice);
};

function DoublyEncodedNotice() {
  const { intake } = useServices();
  const locked = useSession(hasBatches);
  return (
    <>
      <span>{noticeWords({ kind: 'doubly-encoded' })}</span>
      {!locked && <Button onClick={() => void intake.repairLetters()}>Repair the letters</Button>}
    </>
  );
}

function EncodingNotice({ name }: { name: string }) {
  const { intake } = useServices();
  const locked = useSession(hasBatches);
  return (
    <>
      <span>Encoding: {name}</span>
      {!locked && intake.canReadAgain() && (
        <Disclosure summary="Letters look wrong?">
          <label className={styles.encoding}>
            Read as
            <Select
              className={styles.select}
              value={name}
              options={ENCODINGS.map((each) => [each.name, `${each.name} (${each.usedFor})`])}
              onChoose={(chosen) => void intake.readAgainAs(chosen as EncodingName)}
            />
          </label>
        </Disclosure>
      )}
    </>
  );
}

/** The format of the text if it is not .srt, and the button to read it in another way. */
function FormatNotice() {
  const { session } = useServices();
  const format = useSession(({ readAs }) => formatOf(readAs));
  const recognized = useSession(({ sourceText }) => recognizeFormat(sourceText));
  const locked = useSession(hasBatches);
  if (format !== 'srt') {
    return (
      <>
        <NoticeBar>
          {`This is ${FORMATS[format].named} file. The translation will be ${FORMATS[format].named} file, too: only the texts differ.`}
          {!locked && (
            <Disclosure summary="Is this the wrong format?">
              <Button onClick={() => session.readSourceAs({ readAs: 'srt' })}>Read as .srt</Button>
            </Disclosure>
          )}
        </NoticeBar>
        {!locked && format === 'sub' && <FrameRateChoice />}
        {!locked && hasStyles(format) && <StylesGroup />}
      </>
    );
  }
  if (recognized === 'srt' || locked) return null;
  return (
    <NoticeBar>
      {`This looks like ${FORMATS[recognized].named} file, but the page reads it as .srt.`}
      <Button
        onClick={() => session.readSourceAs({ readAs: recognized })}
      >{`Read as ${formatName(recognized)}`}</Button>
    </NoticeBar>
  );
}

/** The frame rate of a MicroDVD file that does not contain it. The page shows times by this rate, and saves the frames unchanged. */
function FrameRateChoice() {
  const { session } = useServices();
  const readAs = useSession((state) => state.readAs);
  const isTold = useSession(({ sourceText }) => rateInText(sourceText) !== undefined);
  if (isTold) return null;
  const options = FRAME_RATES.map((rate) => [`sub-${rate}`, rate] as const);
  return (
    <NoticeBar quiet={readAs !== 'sub'}>
      <span>
        {`This file counts frames, but does not say how many there are per second. ${readAs === 'sub' ? `Until you choose, the page uses ${USUAL_MICRO_DVD_RATE}.` : ''}`}
      </span>
      <label className={styles.encoding}>
        Frames a second
        <Select
          className={styles.select}
          value={readAs}
          options={readAs === 'sub' ? [['sub', 'Choose'], ...options] : options}
          onChoose={(chosen) => session.readSourceAs({ readAs: chosen as ReadAs })}
        />
      </label>
    </NoticeBar>
  );
}

/** The styles of an ASS or SSA file, with the number of their phrases and a sample. A person chooses which of them are translated. Folded on a phone. */
function StylesGroup() {
  const { session } = useServices();
  const without = useSession((state) => state.withoutStyles);
  const inUse = useSource()?.styles ?? NO_STYLES;
  const narrow = useNarrow();
  // A single style is not a choice, unless it is excluded.
  if (inUse.length < (without.length > 0 ? 1 : 2)) return null;

  const choose = (name: string, isWanted: boolean) =>
    session.readSourceAs({ withoutStyles: isWanted ? without.filter((other) => other !== name) : [...without, name] });

  return (
    <Disclosure summary="Styles" unfolded={!narrow}>
      {/* Firefox makes a scrolling box a Tab stop; its check boxes are enough. */}
      <fieldset tabIndex={-1} className={styles.styles} aria-label="Styles">
        {!narrow && <legend>Styles</legend>}
        {inUse.map(({ name, phrases, sample }) => (
          <label key={name} className={styles.style}>
            <input
              type="checkbox"
              checked={phrases > 0 && !without.includes(name)}
              disabled={phrases === 0}
              onChange={({ target }) => choose(name, target.checked)}
            />
            <span>
              {name || 'Without a style'}:{' '}
              {phrases === 0 ? 'karaoke or drawings, not sent' : countWords(phrases, 'subtitle')}
            </span>
            {sample !== '' && <span className={styles.sample}>{sample}</span>}
          </label>
        ))}
      </fieldset>
    </Disclosure>
  );
}

const NO_STYLES: readonly StyleInUse[] = [];
