import staticTextStyles from './static-text.module.css';
import textBoxStyles from './text-box.module.css';

/** A read-only text of several lines, which can be scrolled by keyboard. */
export function StaticText({ name, text }: { name: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups text, not form fields
    <div className={staticTextStyles.text} tabIndex={0} role="group" aria-label={name} dir="auto">
      {text}
    </div>
  );
}

interface TextBoxProps {
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
      className={textBoxStyles.box}
      dir="auto"
    >
      {text}
    </div>
  );
}
