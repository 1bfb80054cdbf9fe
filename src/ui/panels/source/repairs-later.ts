import { later, Nothing } from '../../kit/lazy-part.tsx';

/** The code of the parts that show repairs. */
export const loadRepairs = () => import('./repairs/repairs.tsx');

/** `Repairs` is drawn above each film; `RepairsBelowError` below the error of one that cannot be read. */
export const Repairs = later(async () => (await loadRepairs()).Repairs, { StandIn: Nothing });
export const RepairsBelowError = later(async () => (await loadRepairs()).RepairsBelowError);
