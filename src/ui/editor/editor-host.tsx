import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CreateEditor, EditorAttributes, EditorHandover, EditorSurface, LoadedEditor } from './editor-surface.ts';
import styles from './text-editor.module.css';

interface EditorHostProps {
  createEditor: CreateEditor;
  attributes: EditorAttributes;
  initialText: () => string;
  /** Where the person was in the plain text area, if there was one. */
  handover: RefObject<EditorHandover | null>;
  /** Called with the editor, and with null before it goes. */
  onSurface: (surface: EditorSurface | null) => void;
  onEdit: (lengthCharacters: number) => void;
}

/** The element that the loaded editor lives in. */
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

  // Once the rest of the change is drawn: the editor measures itself, which would lay out the whole page twice.
  useEffect(() => editorRef.current?.setAttributes(attributes), [attributes]);

  return <div ref={hostRef} className={styles.host} />;
}
