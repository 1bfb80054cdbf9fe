import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { onTypedTextWanted } from '../kit/typed-text.ts';
import { createChangeReporter } from './change-reporter.ts';
import { EditorHost } from './editor-host.tsx';
import type { EditorHandover, EditorSurface } from './editor-surface.ts';
import { PlainTextarea } from './plain-textarea.tsx';
import styles from './text-editor.module.css';
import { useEditorAvailability } from './use-editor-availability.ts';

/** For texts from this length on, the plain text area shows only the beginning while the editor loads. */
const LARGE_TEXT_CHARACTERS = 100_000;

export interface TextEditorProps {
  /** The accessible name. */
  name: string;
  value: string;
  /** Called with the person's edits: at each key press; of a long text at most every 50 ms, and when the focus leaves it. */
  onChange?: ((value: string) => void) | undefined;
  readOnly?: boolean;
  /** In pixels, or a CSS length such as '100%'. Default 550 (specification, section 2). */
  height?: number | string;
  placeholder?: string;
  invalid?: boolean;
  className?: string | undefined;
  /** Language of the text as a BCP 47 tag. */
  lang?: string | undefined;
  /** Direction of the whole text; each line also gets the direction of its own letters. */
  dir?: 'auto' | 'ltr' | 'rtl';
  /** Scrolled together with the other subtitle texts of the page, phrase by phrase. */
  together?: boolean;
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
  const availability = useEditorAvailability(reporter.known, isLarge);
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
      {availability.status === 'ready' && !isComposing ? (
        <EditorHost {...shared} createEditor={availability.createEditor} handover={handover} onSurface={setSurface} />
      ) : (
        <PlainTextarea
          {...shared}
          isExcerpt={isLarge && availability.status === 'loading'}
          onSurface={onTextareaSurface}
          onComposing={setIsComposing}
        />
      )}
    </div>
  );
}

/** Keeps the shown text and `value` in step; `setSurface` tells which element shows the text, null before its removal. */
function useReportedText(value: string, onChange: ((value: string) => void) | undefined) {
  const onChangeRef = useRef(onChange);
  const surfaceRef = useRef<EditorSurface>(null);
  const [{ reporter, setSurface }] = useState(() => {
    const reporter = createChangeReporter({
      initial: value,
      read: () => surfaceRef.current?.text() ?? '',
      report: (text) => onChangeRef.current?.(text),
    });
    const setSurface = (surface: EditorSurface | null) => {
      reporter.flush();
      surfaceRef.current = surface;
    };
    return { reporter, setSurface };
  });

  useLayoutEffect(() => {
    onChangeRef.current = onChange;
  }, [onChange]);

  useLayoutEffect(() => {
    if (reporter.accept(value)) surfaceRef.current?.setText(value);
  }, [reporter, value]);

  useEffect(() => onTypedTextWanted(reporter.flush), [reporter]);

  return { reporter, surfaceRef, setSurface };
}
