import { expect, it } from 'vitest';
import { inUtf8 } from '../../subtitles/formats.ts';

it.each([
  ['<?xml version="1.0" encoding="ISO-8859-1"?>\n<tt/>', '<?xml version="1.0" encoding="UTF-8"?>\n<tt/>'],
  ["\uFEFF<?xml version='1.0' encoding='utf-16' ?><tt/>", "\uFEFF<?xml version='1.0' encoding='UTF-8' ?><tt/>"],
  ['<?xml version="1.0" encoding="utf-8"?><tt/>', '<?xml version="1.0" encoding="utf-8"?><tt/>'],
  ['<?xml version="1.0"?><tt/>', '<?xml version="1.0"?><tt/>'],
  ['1\n00:00:01,000 --> 00:00:02,000\n<?xml encoding="x"?>', '1\n00:00:01,000 --> 00:00:02,000\n<?xml encoding="x"?>'],
])('[D13.13] the declaration of a saved file names its encoding: %j', (text, saved) => {
  expect(inUtf8(text)).toBe(saved);
});
