import { expect, test } from 'vitest';
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import { compatibleBody } from './compatible.ts';

const SETTINGS = { response_format: 'schema', system: 'system', thinking: {} } as const;
const suggestion = { neighbours: [], present: {}, wish: { kind: 'again' }, quotes: true } as const;

test('[D12.1] the keys of a batch go into the schema; a reply whose values are no texts has none', () => {
  const asked = askedOf('m', 'k');
  expect(compatibleBody(requestFor(asked), SETTINGS)).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { schema: { required: ['2'] } } },
  });
  expect(compatibleBody(requestFor({ ...asked, suggestion }), SETTINGS)).toMatchObject({
    response_format: { type: 'json_object' },
  });
});
