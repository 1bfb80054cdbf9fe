import { type KeyboardEventHandler, type Ref, useState } from 'react';
import styles from './model-list.module.css';
import type { ModelSection } from './model-sections.ts';

interface ModelOptionsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly id: string;
  readonly sections: readonly ModelSection[];
  /** Keys of the models that the arrow keys go through. */
  readonly walked: readonly string[];
  /** Key of the chosen model. */
  readonly chosen: string;
  /** Key of the model that Enter in the filter field takes, and that is marked; undefined: Enter takes none. */
  readonly first: string | undefined;
  readonly onPick: (option: Element | null) => void;
  readonly onKeyDown: KeyboardEventHandler;
}

/** The id of a model's option; white space would end the id. */
export const optionId = (listId: string, key: string): string => `${listId}-${key.replace(/\s/g, '_')}`;

/** The models under their headings; one of them is a Tab stop. Plain elements: the library's take ten times as long for 400 models (docs/decisions/0005). */
export function ModelOptions({ ref, id, sections, walked, chosen, first, onPick, onKeyDown }: ModelOptionsProps) {
  const [active, setActive] = useState<string | null>(null);
  const stop = [active, chosen].find((key) => key !== null && walked.includes(key)) ?? walked[0];
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-labelledby="model-label"
      tabIndex={-1}
      className={styles.list}
      onClick={({ target }) => onPick((target as Element).closest('[role=option]'))}
      onFocus={({ target }) => setActive(target.getAttribute('data-key'))}
      onKeyDown={onKeyDown}
    >
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: no set of form fields, but a group of options
        <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}`}>
          <div id={`${id}-${section.id}`} role="presentation" className={styles.heading}>
            {section.name}
          </div>
          {section.choices.map(({ key, label, disabled, reason }) => (
            <div
              key={key}
              id={optionId(id, key)}
              role="option"
              data-key={key}
              tabIndex={key === stop ? 0 : -1}
              aria-selected={key === chosen}
              aria-disabled={disabled || undefined}
              aria-label={reason && label}
              aria-description={reason}
              data-first={key === first || undefined}
              data-reason={reason}
              className={styles.option}
            >
              {label}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
