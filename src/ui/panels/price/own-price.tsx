import { useState } from 'react';
import { useStore } from 'zustand';
import type { Price } from '../../../prices/price.ts';
import { type PricedModel, priceKey } from '../../../prices/priced-model.ts';
import fields from '../../kit/fields/field.module.css';
import { usePriceBook } from '../../state/use-prices.ts';
import styles from './price.module.css';
import { SumField } from './sum-field.tsx';

interface OwnPriceProps {
  readonly model: PricedModel;
  readonly inputId: string;
  /** Nobody else knows the price, and the person has not entered it. */
  readonly isUnknown: boolean;
}

/** The person's own price of a model, which goes before every other; kept once both sums are there. */
export function OwnPrice({ model, inputId, isUnknown }: OwnPriceProps) {
  const book = usePriceBook();
  const key = priceKey(model);
  const kept = useStore(book, (state) => state.own[key]);
  const [draft, setDraft] = useState<Partial<Record<keyof Price, number | null>>>({});
  const input = draft.input === undefined ? (kept?.input ?? null) : draft.input;
  const output = draft.output === undefined ? (kept?.output ?? null) : draft.output;

  function change(part: Partial<Record<keyof Price, number | null>>) {
    const next = { input, output, ...part };
    setDraft(next);
    book.setState(({ own }) => {
      const { [key]: _, ...others } = own;
      if (next.input === null || next.output === null) return { own: others };
      return { own: { ...others, [key]: { input: next.input, output: next.output } } };
    });
  }

  return (
    <div className={styles.row}>
      {isUnknown && <p className={styles.unknown}>Price unknown: enter it to see what the film costs.</p>}
      <SumField
        id={inputId}
        label="Price in"
        value={input}
        describedBy="own-price-help"
        onChange={(sum) => change({ input: sum })}
      />
      <SumField
        id="price-out"
        label="Price out"
        value={output}
        describedBy="own-price-help"
        onChange={(sum) => change({ output: sum })}
      />
      <p id="own-price-help" className={fields.fine}>
        US dollars for a million tokens of {model.id}, as its provider charges them.
      </p>
    </div>
  );
}
