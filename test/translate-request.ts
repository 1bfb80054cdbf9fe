import { modelByName } from '../src/providers/models.ts';
import type { Thinking, TranslateRequest } from '../src/providers/provider.ts';
import { composeRequest, type RequestFacts } from '../src/translation/request.ts';

/** The facts of a request, with the name of its model and its key. */
export type AskedFacts = RequestFacts & { readonly model: string; readonly key: string; readonly thinking?: Thinking };

/** The request as the engine composes it. */
export const requestFor = ({ model, key, thinking, ...facts }: AskedFacts): TranslateRequest => ({
  model: modelByName(model),
  key,
  ...(thinking && { thinking }),
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
