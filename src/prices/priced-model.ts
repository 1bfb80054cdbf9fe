/** A model, as far as prices are concerned: the same id costs another price elsewhere. */
export interface PricedModel {
  readonly endpoint: string;
  readonly id: string;
}

/** Unique among the models of all endpoints. */
export const priceKey = ({ endpoint, id }: PricedModel): string => `${endpoint}:${id}`;
