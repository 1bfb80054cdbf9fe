import { type EndpointId, isLocal } from './endpoints.ts';

/** Whether a person has said by the endpoint's name that the server runs models here. Another address may be a gateway that charges. */
export const isOwnServer = (endpoint: EndpointId): boolean => isLocal(endpoint) && endpoint !== 'local';

/** Of Ollama, LM Studio and llama.cpp, as they write themselves into each model of their lists. */
const OWNERS = /^(?:library|organization_owner|llama\.?cpp)$/i;

/** Whether a list is one of these servers, by who is named as the owner of its models. */
export const isListOfOwnServer = (owners: readonly (string | undefined)[]): boolean =>
  owners.some((owner = '') => OWNERS.test(owner));

/** Ollama's models on computers of its company, against a subscription: "gpt-oss:120b-cloud", "kimi-k2.5:cloud". */
export const runsElsewhere = (id: string): boolean => /[:-]cloud$/i.test(id);
