import { VisuallyHidden } from '../../../kit/button.tsx';
import styles from '../lines.module.css';

/** The columns of Lines. Their widths are `--columns` in lines.module.css, their cells in line-row.tsx. */
const COLUMNS = ['State', '#', 'Time', 'Original', 'Translation', 'Fit', 'Problems'] as const;
/** With the one of the menus, which has no head. */
export const COLUMN_COUNT = COLUMNS.length + 1;

/** The names of the columns, which stay in sight. */
export function GridHead() {
  return (
    <>
      {/* biome-ignore-start lint/a11y/useSemanticElements: a table cannot be drawn in part */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: the rows take the focus */}
      <div role="row" aria-rowindex={1} className={styles.head}>
        {COLUMNS.map((name) => (
          <span key={name} role="columnheader" className={styles.headCell}>
            {name === 'State' || name === 'Problems' ? <VisuallyHidden>{name}</VisuallyHidden> : name}
          </span>
        ))}
        <span />
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </>
  );
}
