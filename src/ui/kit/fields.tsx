import staticTextStyles from './static-text.module.css';
import textBoxStyles from './text-box.module.css';

/** Read-only text of several lines that the keyboard can scroll. */
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
  readonly name: string;
  readonly text: string;
  /** For code that moves the focus here. */
  readonly id?: string;
}

/** A read-only text box for a short text. It does not need the editor's code, so error messages never wait for it. */
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
