import { isSourceFixed } from '../../../session/session-selectors.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { recognizeFormat } from '../../../subtitles/recognize-format.ts';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/messages.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { aFormat, FORMAT_NAMES } from '../../words/format-names.ts';
import { StylesGroup } from './styles-group.tsx';

/** What kind of file the text is, where it is no .srt, and the way to have it read otherwise. */
export function FormatNotice() {
  const { session } = useServices();
  const format = useSession(({ readAs }) => formatOf(readAs));
  const recognized = useSession(({ sourceText }) => recognizeFormat(sourceText));
  const locked = useSession(isSourceFixed);
  if (format !== 'srt') {
    return (
      <>
        <NoticeBar>
          {`This is ${aFormat(format)} file. It is saved as one, and nothing but its texts is changed.`}
          {!locked && (
            <Disclosure summary="Is it another kind of file?">
              <Button onClick={() => session.readSourceAs('srt')}>Read as .srt</Button>
            </Disclosure>
          )}
        </NoticeBar>
        {!locked && (format === 'ass' || format === 'ssa') && <StylesGroup />}
      </>
    );
  }
  if (recognized === 'srt' || locked) return null;
  return (
    <NoticeBar>
      {`This looks like ${aFormat(recognized)} file, and is read as .srt.`}
      <Button onClick={() => session.readSourceAs(recognized)}>{`Read as ${FORMAT_NAMES[recognized]}`}</Button>
    </NoticeBar>
  );
}
