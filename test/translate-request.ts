import { modelByName } from '../src/providers/model-by-name.ts';
import type { TranslateRequest } from '../src/providers/provider.ts';
import { composeRequest, type RequestFacts } from '../src/translation/compose-request.ts';

/** The facts of a request, and the name of the model and the key. */
export type AskedFacts = RequestFacts & { readonly model: string; readonly key: string };

/** The request as the engine composes it. */
export const requestFor = ({ model, key, ...facts }: AskedFacts): TranslateRequest => ({
  model: modelByName(model),
  key,
  ...composeRequest(facts),
});

const CONTEXT = [{ number: 1, time: '', text: 'Да' }];

/** A request for phrase 2 with one phrase of context. */
export const askedOf = (model: string, key: string): AskedFacts => ({
  model,
  key,
  prompt: 'Translate.',
  context: CONTEXT,
  phrases: [{ number: 2, time: '', text: 'Нет' }],
});
