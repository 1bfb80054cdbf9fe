import type { ProviderFailure } from '../provider.ts';
import { REFUSAL } from './refusal-words.ts';

/** The refusal of a request because of what it says of thinking: all providers word it freely, and few name the field. */
export const refusesThinking = ({ status, param = '', message }: ProviderFailure): boolean =>
  (status === 400 || status === 422) &&
  (/reasoning|thinking/.test(param) || (ABOUT_THINKING.test(message) && REFUSAL.test(message)));

const ABOUT_THINKING = /think|reasoning|\beffort\b|\bbudget\b/i;
