import { type PrimaryAction, primaryAction } from './primary-action.ts';
import { useServices } from './services.tsx';
import { useSession } from './use-session.ts';

/** A button's look: primary when it is the next step. After the demo the next step is a film of one's own. */
export function usePrimaryLook(action: PrimaryAction): 'primary' | 'bordered' {
  const isNext = useSession(primaryAction) === action;
  const { leaveDemo } = useServices().commands;
  return isNext && !(leaveDemo && action === 'download') ? 'primary' : 'bordered';
}
