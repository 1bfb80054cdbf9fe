import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CreateEditor, EditorAttributes, EditorHandover, EditorSurface, LoadedEditor } from './editor-surface.ts';
import styles from './text-editor.module.css';

interface EditorHostProps {
  createEditor: CreateEditor;
  attributes: EditorAttributes;
  initialText: () => string;
  /** Where the person was in the plain text area that the editor replaces, if there was one. */
  handover: RefObject<EditorHandover | null>;
  /** Called with the editor, and with null before it is destroyed. */
  onSurface: (surface: EditorSurface | null) => void;
  onEdit: (lengthCharacters: number) => void;
}

/** The element around the loaded editor. */
export function EditorHost(props: EditorHostProps) {
  const { createEditor, attributes, initialText, handover, onSurface, onEdit } = props;
  const hostRef = useRef<HTMLDivElement>(null);
  const editorRef = useRef<LoadedEditor>(null);

  const open = useEffectEvent((host: HTMLElement) =>
    createEditor({ host, text: initialText(), attributes, handover: handover.current, onEdit }),
  );

  useLayoutEffect(() => {
    const host = hostRef.current;
    if (host === null) return;
    const editor = open(host);
    editorRef.current = editor;
    onSurface(editor);
    return () => {
      onSurface(null);
      editorRef.current = null;
      editor.destroy();
    };
  }, [onSurface]);

  // After drawing: the editor measures itself, and doing so earlier would lay out the page twice.
  useEffect(() => editorRef.current?.setAttributes(attributes), [attributes]);

  return <div ref={hostRef} className={styles.host} />;
}
