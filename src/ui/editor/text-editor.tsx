import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lineEndOf, withLineEndsLike } from '../../subtitles/lines.ts';
import { onTypedTextWanted } from '../kit/typed-text.ts';
import { EditorHost, type TextBoxProps, useLoadedEditor } from './load-editor.tsx';
import { createChangeReporter, type EditorAttributes, type EditorHandover, type EditorSurface } from './surface.ts';
import styles from './text-editor.module.css';

/** For texts from this length on, the plain text area shows only the beginning while the editor loads. */
const LARGE_TEXT_CHARACTERS = 100_000;

/** Missing attributes: it can be edited, is valid, alone, and in the page's language. */
export interface TextEditorProps extends Partial<EditorAttributes> {
  name: string;
  value: string;
  /** Called with the person's edits: at each key press; of a long text at most every 50 ms, and when the focus leaves it. */
  onChange?: ((value: string) => void) | undefined;
  /** In pixels, or a CSS length such as '100%'. Default 550 (specification, section 2). */
  height?: number | string;
  className?: string | undefined;
  ref?: Ref<TextEditorHandle> | undefined;
}

/** What other components may do with a text box. */
export type TextEditorHandle = Pick<EditorSurface, 'goToLine'>;

/**
 * The plain-text editor widget (specification, section 2). A plain text area of the same name takes its place until the
 * editor is loaded. Another `value` from outside replaces the text and its undo history.
 */
export function TextEditor(props: TextEditorProps) {
  const {
    name,
    value,
    readOnly = false,
    height = 550,
    invalid = false,
    placeholder = '',
    lang,
    dir = 'auto',
    together = false,
  } = props;
  const isLarge = value.length > LARGE_TEXT_CHARACTERS;
  const [isComposing, setIsComposing] = useState(false);
  const handover = useRef<EditorHandover>(null);
  const { reporter, surfaceRef, setSurface } = useReportedText(value, props.onChange);
  const { createEditor, isAwaited } = useLoadedEditor(reporter.known, isLarge);
  const attributes = useMemo(
    () => ({ name, readOnly, invalid, placeholder, lang, dir, together }),
    [name, readOnly, invalid, placeholder, lang, dir, together],
  );
  const [onTextareaSurface] = useState(() => (surface: EditorSurface | null, place?: EditorHandover) => {
    handover.current = place ?? null;
    setSurface(surface);
  });
  useImperativeHandle(props.ref, () => ({ goToLine: (line, mark) => surfaceRef.current?.goToLine(line, mark) }), [
    surfaceRef,
  ]);
  const shared = { attributes, initialText: reporter.known, onEdit: reporter.edited };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave the text box inside.
    <div
      className={[styles.frame, props.className].filter(Boolean).join(' ')}
      data-invalid={invalid || undefined}
      style={{ height }}
      onBlur={reporter.flush}
    >
      {createEditor && !isComposing ? (
        <EditorHost {...shared} createEditor={createEditor} handover={handover} onSurface={setSurface} />
      ) : (
        <PlainTextarea
          {...shared}
          isExcerpt={isLarge && isAwaited}
          onSurface={onTextareaSurface}
          onComposing={setIsComposing}
        />
      )}
    </div>
  );
}

/** Keeps the shown text and `value` in step; `setSurface` tells which element shows the text, null before its removal. */
function useReportedText(value: string, onChange: ((value: string) => void) | undefined) {
  const report = useEffectEvent((text: string) => onChange?.(text));
  const surfaceRef = useRef<EditorSurface>(null);
  const [{ reporter, setSurface }] = useState(() => {
    const reporter = createChangeReporter({ initial: value, read: () => surfaceRef.current?.text() ?? '', report });
    const setSurface = (surface: EditorSurface | null) => {
      reporter.flush();
      surfaceRef.current = surface;
    };
    return { reporter, setSurface };
  });

  useLayoutEffect(() => {
    if (reporter.accept(value)) surfaceRef.current?.setText(value);
  }, [reporter, value]);

  useEffect(() => onTypedTextWanted(reporter.flush), [reporter]);

  return { reporter, surfaceRef, setSurface };
}

/** How much of a very long text is shown while the editor loads: a text area takes seconds for the whole text. */
const EXCERPT_CHARACTERS = 4_000;

interface PlainTextareaProps extends TextBoxProps {
  /** Shows only the text's beginning, read-only. */
  isExcerpt: boolean;
  /** Called with the shown text area, and with null (and where the person was) before it is removed. */
  onSurface: (surface: EditorSurface | null, handover?: EditorHandover) => void;
  onComposing: (isComposing: boolean) => void;
}

/** Shown in the editor's place until the editor is loaded, and for good if it cannot be loaded. */
function PlainTextarea(props: PlainTextareaProps) {
  const { attributes, isExcerpt, initialText, onSurface, onEdit, onComposing } = props;
  const textareaRef = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const textarea = textareaRef.current;
    if (textarea === null) return;
    /** A text area has "\n" alone. */
    let like = '';
    const setText = (text: string) => {
      like = lineEndOf(text);
      textarea.value = isExcerpt ? text.slice(0, EXCERPT_CHARACTERS) : text;
    };
    setText(initialText());
    onSurface({
      text: () => withLineEndsLike(textarea.value, like),
      setText,
      goToLine: (line, mark) => goToLine(textarea, line, mark),
    });
    return () => onSurface(null, handoverFrom(textarea));
  }, [isExcerpt, initialText, onSurface]);

  return (
    <textarea
      ref={textareaRef}
      className={styles.textarea}
      aria-label={attributes.name}
      aria-busy={isExcerpt || undefined}
      aria-invalid={attributes.invalid || undefined}
      readOnly={attributes.readOnly || isExcerpt}
      placeholder={attributes.placeholder}
      lang={attributes.lang}
      dir={attributes.dir}
      spellCheck={false}
      onChange={(event) => onEdit(event.currentTarget.textLength)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}

function goToLine(textarea: HTMLTextAreaElement, line: number, mark?: 'marked'): void {
  const before = textarea.value.split('\n', line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  textarea.focus();
  const lineEnd = textarea.value.indexOf('\n', start);
  textarea.setSelectionRange(start, mark ? (lineEnd < 0 ? textarea.textLength : lineEnd) : start);
  // Browsers do not tell where a line is drawn; with lines of similar length this is near enough.
  const middlePx = (start / textarea.textLength) * textarea.scrollHeight;
  textarea.scrollTop = middlePx - textarea.clientHeight / 2;
}

function handoverFrom(textarea: HTMLTextAreaElement): EditorHandover {
  const isBackward = textarea.selectionDirection === 'backward';
  return {
    anchor: isBackward ? textarea.selectionEnd : textarea.selectionStart,
    head: isBackward ? textarea.selectionStart : textarea.selectionEnd,
    scrollTopPx: textarea.scrollTop,
    focused: textarea.ownerDocument.activeElement === textarea,
  };
}
