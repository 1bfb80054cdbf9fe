import styles from './static-text.module.css';

/** A read-only text of several lines, which can be scrolled by keyboard. */
export function StaticText({ name, text }: { name: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups text, not form fields
    <div className={styles.text} tabIndex={0} role="group" aria-label={name} dir="auto">
      {text}
    </div>
  );
}
