import { useState } from 'react';
import { Disclosure } from '../../kit/disclosure.tsx';
import { later } from '../../kit/later.tsx';

export const AdvancedFields = later(
  async () => (await import(/* webpackChunkName: "more" */ './advanced-fields.tsx')).AdvancedFields,
);

export function AdvancedSettings() {
  const [isOpened, setOpened] = useState(false);
  return (
    <Disclosure summary="Advanced" onOpen={() => setOpened(true)}>
      {isOpened && <AdvancedFields />}
    </Disclosure>
  );
}
