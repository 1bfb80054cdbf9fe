import type { ProviderFailure } from '../provider.ts';
import { REFUSAL } from './refusal-words.ts';

/** Whether a failure refuses the request's fields about thinking. Few providers name the field; their words differ. */
export const refusesThinking = ({ status, param = '', message }: ProviderFailure): boolean =>
  (status === 400 || status === 422) &&
  (/reasoning|thinking/.test(param) || (ABOUT_THINKING.test(message) && REFUSAL.test(message)));

const ABOUT_THINKING = /think|reasoning|\beffort\b|\bbudget\b/i;
