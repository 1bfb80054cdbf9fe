import styles from './text-box.module.css';

export interface TextBoxProps {
  /** Accessible name. */
  readonly name: string;
  readonly text: string;
  /** For what brings the focus here. */
  readonly id?: string;
}

/** A short text to read and copy, as a read-only text box: error messages must not have to wait for the editor's code. */
export function TextBox({ name, text, id }: TextBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea does not grow with its text in every browser
    <div
      id={id}
      role="textbox"
      aria-label={name}
      aria-readonly
      aria-multiline
      tabIndex={0}
      className={styles.box}
      dir="auto"
    >
      {text}
    </div>
  );
}
