import { later } from '../../kit/later.tsx';

const load = () => import('./repairs/repairs.tsx');

export const Repairs = later(async () => (await load()).Repairs);
export const RepairsBelowError = later(async () => (await load()).RepairsBelowError);
