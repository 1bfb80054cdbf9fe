import { modelByName } from '../src/providers/model-by-name.ts';
import type { TranslateRequest } from '../src/providers/provider.ts';
import { composeRequest, type RequestFacts } from '../src/translation/compose-request.ts';

/** What a request is about, which model it asks, by its name, and with which key. */
export type AskedFacts = RequestFacts & { readonly model: string; readonly key: string };

/** The request as the engine would compose it. */
export const requestFor = ({ model, key, ...facts }: AskedFacts): TranslateRequest => ({
  model: modelByName(model),
  key,
  ...composeRequest(facts),
});
