import { useLayoutEffect, useRef } from 'react';
import { lineEndOf, withLineEndsLike } from '../../subtitles/line-ends.ts';
import type { EditorAttributes, EditorHandover, EditorSurface } from './editor-surface.ts';
import styles from './text-editor.module.css';

/** How much of a very long text is shown while the editor loads: a text area takes seconds for the whole text. */
const EXCERPT_CHARACTERS = 4_000;

interface PlainTextareaProps {
  attributes: EditorAttributes;
  /** Shows only the text's beginning, read-only. */
  isExcerpt: boolean;
  initialText: () => string;
  /** Called with the shown text area, and with null (and where the person was) before it is removed. */
  onSurface: (surface: EditorSurface | null, handover?: EditorHandover) => void;
  onEdit: (lengthCharacters: number) => void;
  onComposing: (isComposing: boolean) => void;
}

/** Shown in the editor's place until the editor is loaded, and for good if it cannot be loaded. */
export function PlainTextarea(props: PlainTextareaProps) {
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
