import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LineView } from '../../../../film-worker/calls.ts';
import { withTerm } from '../../../../notes/film-reading.ts';
import type { Term } from '../../../../notes/notes.ts';
import { isOfInputMethod, isTextField, typeInto } from '../../../kit/browser.ts';
import { Button, PlainButton } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import styles from '../lines.module.css';
import { useLinesStore } from '../lines-view.ts';

type Noted = LineView['noted'];

/** Inserts a text at the cursor of the open line's box as if typed. */
function putIn(box: HTMLTextAreaElement | null, text: string): void {
  if (!box) return;
  box.focus({ preventScroll: true });
  typeInto(box, text);
}

/** Alt+1 to Alt+9 insert the first to ninth term or name. Uses the physical key, because Alt types other characters on a Mac. */
export function putInByKey(event: KeyboardEvent, box: HTMLTextAreaElement | null, noted: Noted): void {
  const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  const chosen = digit === undefined ? undefined : noted[Number(digit) - 1];
  if (!chosen || !altKey || ctrlKey || metaKey || shiftKey || isOfInputMethod(event.nativeEvent)) return;
  event.preventDefault();
  event.stopPropagation();
  putIn(box, chosen.text);
}

interface Sides {
  readonly source: string;
  readonly translation: string;
}

/** The text selected in the open line's original, or in its translation. */
function selectedSides(box: HTMLTextAreaElement | null, within: Element | null): Sides {
  const written = box ? box.value.slice(box.selectionStart, box.selectionEnd).trim() : '';
  const selection = document.getSelection();
  const node = selection?.anchorNode ?? null;
  // While the text box has a selection, the document's selection is the box itself.
  const isOfBox = document.activeElement === box || node === box?.parentNode;
  const isInOriginal = node !== null && !isOfBox && within?.contains(node) === true;
  const original = isInOriginal ? (selection?.toString().trim() ?? '') : '';
  if (original !== '') return { source: original.replace(/\s+/g, ' '), translation: '' };
  return { source: '', translation: written.replace(/\s+/g, ' ') };
}

/** The terms and names in the open line's original, in order: a press inserts the translation. After them a new term can be made of the selected text. */
export function LineTerms({ number, noted, canEdit }: { number: number; noted: Noted; canEdit: boolean }) {
  const { box } = useLinesStore();
  const [adding, setAdding] = useState<Sides>();
  const group = useRef<HTMLDivElement>(null);
  // The text box keeps the focus and cursor, and the page its selection.
  const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
  function begin(): void {
    const sides = selectedSides(box.current, group.current?.closest('[role=row], dialog') ?? null);
    flushSync(() => setAdding(sides));
    const empty = sides.source === '' ? 'source' : 'translation';
    group.current?.querySelector<HTMLInputElement>(`input[name=${empty}]`)?.focus();
  }
  function end(): void {
    setAdding(undefined);
    box.current?.focus({ preventScroll: true });
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields
    <div ref={group} role="group" aria-label={`Terms of ${number}`} className={styles.terms}>
      {canEdit &&
        noted.map(({ source, text }, place) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: the same term may stand twice, and none has a state
            key={place}
            className={styles.term}
            title={`${source}${place < 9 ? ` (Alt+${place + 1})` : ''}`}
            {...(place < 9 && { 'aria-keyshortcuts': `Alt+${place + 1}` })}
            onMouseDown={keepFocus}
            onClick={() => putIn(box.current, text)}
          >
            <span dir="auto">{text}</span>
          </Button>
        ))}
      {adding === undefined ? (
        <PlainButton onMouseDown={keepFocus} onClick={begin}>
          Add to terms
        </PlainButton>
      ) : (
        <NewTerm sides={adding} onEnd={end} />
      )}
    </div>
  );
}

/** Words in the history. `replaced`: the term that this one replaces. */
export const keptWords = ({ source, translation }: Term, replaced?: Term): string =>
  `Kept ${translation || source} as a term${replaced ? `, in place of ${replaced.translation || replaced.source}` : ''}`;

interface NewTermProps {
  readonly sides: Sides;
  readonly onEnd: () => void;
}

/** Both sides of a new term. */
export function NewTerm({ sides, onEnd }: NewTermProps) {
  const { session } = useServices();
  const [{ source, translation }, setSides] = useState(sides);
  function add(event: FormEvent): void {
    event.preventDefault();
    const { notes } = session.store.getState();
    const term = { source: source.trim(), translation: translation.trim(), note: '' };
    const { notes: next, replaced } = withTerm(notes, term);
    if (next !== notes) session.changeNotes(next, replaced && keptWords(term, replaced));
    onEnd();
  }
  return (
    <form
      className={styles.newTerm}
      onSubmit={add}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isTextField(event.target) || isOfInputMethod(event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
        onEnd();
      }}
    >
      <input
        name="source"
        className={styles.termField}
        aria-label="Term in the source"
        placeholder="Source"
        dir="auto"
        value={source}
        onChange={({ target }) => setSides({ source: target.value, translation })}
      />
      <input
        name="translation"
        className={styles.termField}
        aria-label="Term in the translation"
        placeholder="Stays as it is"
        dir="auto"
        value={translation}
        onChange={({ target }) => setSides({ source, translation: target.value })}
      />
      <Button type="submit" disabled={source.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
