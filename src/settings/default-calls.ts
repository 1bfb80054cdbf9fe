import type { CallSettings } from './settings-state.ts';

/** 'least': thoughts are paid for and make translations hardly better. */
export const DEFAULT_CALLS: CallSettings = { addresses: {}, thinking: 'least', halfPrice: false };
