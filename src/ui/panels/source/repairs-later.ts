import { later, Nothing } from '../../kit/later.tsx';

/** The code of the parts that show repairs. */
export const loadRepairs = () => import('./repairs/repairs.tsx');

/** Drawn with every film; a film that needs them says so below its error, too. */
export const Repairs = later(async () => (await loadRepairs()).Repairs, { StandIn: Nothing });
export const RepairsBelowError = later(async () => (await loadRepairs()).RepairsBelowError);
