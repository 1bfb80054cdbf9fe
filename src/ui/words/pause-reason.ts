import type { PauseKind } from '../../engine/run-state.ts';

const REASONS: Partial<Record<PauseKind, string>> = {
  'missing-key': 'there is no key for the provider of this model',
  'no-prompt': 'the prompt is empty',
  'bad-key': 'the provider refuses the key',
  'not-permitted': 'the provider does not permit this with the key',
  'no-browser-access': 'the key does not allow requests from a web page',
  'website-blocked': 'the key does not allow requests from this page',
  region: 'the provider does not serve your country or region',
  'model-not-found': 'the provider does not have this model',
  quota: 'the quota or credit is used up',
  'not-running': 'the server on this computer does not answer',
  'local-blocked': 'the browser does not let this page use the server on this computer',
  'no-half-price': 'the provider has no room at half price',
  limit: 'the next request could pass the sum under "Stop at"',
  'no-room': 'the replies are cut off before they hold a translation',
  differences: 'the model does not answer with translations',
  chunk: 'a part of this page could not be loaded',
};

/** Why a failure paused the run, as the end of a sentence after "Paused: ". explainFailure says what to do. */
export const pauseReason = (kind: PauseKind): string => REASONS[kind] ?? 'a request has failed';
