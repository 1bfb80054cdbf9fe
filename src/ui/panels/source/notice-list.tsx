import type { ReactNode } from 'react';
import { isHolder } from '../../../engine/run-state.ts';
import { ENCODINGS, type EncodingName } from '../../../files/encodings.ts';
import { assertNever } from '../../../lib/assert-never.ts';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import type { Notice } from '../../../session/session-state.ts';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/messages.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { FormatNotice } from './format-notice.tsx';
import styles from './source-panel.module.css';

/** What a person should know about the opened text that is not an error. */
export function NoticeList() {
  const { session } = useServices();
  const notices = useSession((state) => state.notices);
  const holds = useSession(isHolder);
  return (
    <>
      <FormatNotice />
      {notices.map((notice, index) => (
        <NoticeBar
          key={notice.kind}
          quiet={notice.kind !== 'kept' && notice.kind !== 'doubly-encoded'}
          {...(holds && { onDismiss: () => session.dismissNotice(index) })}
        >
          {noticeContent(notice)}
        </NoticeBar>
      ))}
    </>
  );
}

function noticeContent(notice: Notice): ReactNode {
  switch (notice.kind) {
    case 'renumbered':
      return 'Numbers repeat or run backwards in this file, so its phrases are numbered anew, from 1.';
    case 'blank-lines-missing':
      return notice.count === 1
        ? 'One phrase stood without the blank line before it and was read as a phrase of its own.'
        : `${notice.count} phrases stood without the blank line before them and were read as phrases of their own.`;
    case 'encoding':
      return <EncodingNotice name={notice.name} />;
    case 'doubly-encoded':
      return <DoublyEncodedNotice />;
    case 'one-of-several':
      return `${notice.name} was opened. ${notice.left === 1 ? 'One other file was' : `${notice.left} other files were`} left: a film is one file.`;
    case 'kept':
      return notice.count === 1
        ? `Line ${notice.line} could not be read: “${notice.text}”. It stays as it is and is not sent.`
        : `${notice.count} blocks could not be read, the first one at line ${notice.line}: “${notice.text}”. They stay as they are and are not sent.`;
    default:
      return assertNever(notice);
  }
}

function DoublyEncodedNotice() {
  const { intake } = useServices();
  const locked = useSession(isSourceFixed);
  return (
    <>
      <span>
        The letters of this file are garbled: it was encoded twice. Sent so, the model would have to guess them.
      </span>
      {!locked && <Button onClick={() => void intake.repairLetters()}>Repair the letters</Button>}
    </>
  );
}

function EncodingNotice({ name }: { name: string }) {
  const { intake } = useServices();
  const locked = useSession(isSourceFixed);
  return (
    <>
      <span>Encoding: {name}</span>
      {!locked && intake.canReadAgain() && (
        <Disclosure summary="Letters look wrong?">
          <label className={styles.encoding}>
            Read as
            <select
              className={styles.select}
              value={name}
              onChange={(event) => void intake.readAgainAs(event.currentTarget.value as EncodingName)}
            >
              {ENCODINGS.map((encoding) => (
                <option key={encoding.name} value={encoding.name}>
                  {`${encoding.name} (${encoding.usedFor})`}
                </option>
              ))}
            </select>
          </label>
        </Disclosure>
      )}
    </>
  );
}
