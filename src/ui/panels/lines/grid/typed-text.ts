import type { Line } from '../../../../review/line.ts';
import { lineOf } from '../../../../session/lines/lines.ts';
import type { LineDraft } from '../../../state/page-state.ts';
import type { Services } from '../../../state/services.tsx';
import { EDITOR_ID } from '../lines-view.ts';

/** The draft was begun on this text of this line. */
export const isDraftOf = (draft: LineDraft, { number, original }: Line, text: string): boolean =>
  draft.number === number && draft.original === original && draft.base === text;

/** Takes back what was typed over a line since it was opened, so that leaving it commits nothing. */
export function takeTypedBack({ session, page }: Pick<Services, 'session' | 'page'>, number: number): void {
  const box = document.getElementById(EDITOR_ID);
  if (box instanceof HTMLTextAreaElement) box.value = lineOf(session.store.getState(), number)?.translation ?? '';
  page.setState({ draft: null });
}
