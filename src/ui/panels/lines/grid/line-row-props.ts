import type { LineHits } from '../../../../review/find/find.ts';
import type { Limits } from '../../../../review/limits.ts';
import type { Line } from '../../../../review/line.ts';
import type { Problem } from '../../../../review/problem.ts';
import type { LineState } from '../../../../session/lines/line-state.ts';
import type { LinesViewStore } from '../lines-view.ts';

/** What a row shows of its line. */
export interface LineRowProps {
  readonly line: Line;
  readonly state: LineState;
  readonly problems: readonly Problem[];
  readonly rowIndex: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** It does not match the chosen option any more. */
  readonly isDimmed: boolean;
  readonly canEdit: boolean;
  /** On a phone: a tap anywhere on the line's card edits it. */
  readonly isCard: boolean;
  /** Where the person is: told of clicks. Given, since each hook of a row costs when the film is flown through. */
  readonly store: LinesViewStore;
  /** What Find has found in it. */
  readonly hits: LineHits | undefined;
  /** BCP 47 of the translation. */
  readonly language: string | undefined;
  readonly limits: Limits;
  /** The model's text, where a person has edited it. */
  readonly before: string | null | undefined;
}
