import { type PrimaryAction, primaryAction } from './primary-action.ts';
import { useSession } from './use-session.ts';

/** A button's look: primary when it is the next step. */
export function usePrimaryLook(action: PrimaryAction): 'primary' | 'bordered' {
  return useSession(primaryAction) === action ? 'primary' : 'bordered';
}
