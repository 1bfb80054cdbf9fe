import { later, Nothing } from '../../kit/later.tsx';

const load = () => import('./repairs/repairs.tsx');

/** Drawn with every film; a film that needs them says so below its error, too. */
export const Repairs = later(async () => (await load()).Repairs, { StandIn: Nothing });
export const RepairsBelowError = later(async () => (await load()).RepairsBelowError);
