import styles from './text-box.module.css';

export interface TextBoxProps {
  /** Accessible name. */
  readonly name: string;
  readonly text: string;
}

/** A short text to read and copy, as a read-only text box: error messages must not have to wait for the editor's code. */
export function TextBox({ name, text }: TextBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea does not grow with its text in every browser
    <div role="textbox" aria-label={name} aria-readonly aria-multiline tabIndex={0} className={styles.box} dir="auto">
      {text}
    </div>
  );
}
