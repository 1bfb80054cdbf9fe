import type { CallSettings } from './settings-state.ts';

/** What is thought before an answer is paid for, and makes translations hardly better: as little of it as a model can. */
export const DEFAULT_CALLS: CallSettings = { addresses: {}, thinking: 'least', halfPrice: false };
