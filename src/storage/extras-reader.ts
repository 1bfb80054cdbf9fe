import * as v from 'valibot';
import type { BatchDetails } from '../engine/run-state.ts';
import { remember } from '../lib/remember.ts';
import { createListReader } from './list-reader.ts';
import { detailsSchema, extrasSchema, type SessionExtras } from './session-schemas.ts';
import { parseStored } from './stored-value.ts';

export interface ReadExtras extends SessionExtras {
  readonly details: readonly BatchDetails[];
  readonly broken: boolean;
}

/** Stands before the last and longest part (session-texts.ts). Within a JSON string its quotes would be escaped. */
export const DETAILS_MARK = ',"details":';

const ANY_OBJECT = { schema: v.record(v.string(), v.unknown()), fallback: {} };

/** Reads "sessionExtras" again and again: what has not changed stays the same object. */
export function createExtrasReader(): (text: string | null) => ReadExtras {
  const readDetails = createListReader(decodeDetails);
  const detailsOf = remember((items: readonly DecodedDetails[]) => items.map(({ details }) => details));
  let last: ReadExtras | undefined;

  function read(text: string | null): ReadExtras {
    const mark = text?.indexOf(DETAILS_MARK) ?? -1;
    if (text !== null && mark > 0) {
      const parsed = combine(`${text.slice(0, mark)}}`, text.slice(mark + DETAILS_MARK.length, -1));
      if (!parsed.broken) return parsed;
    }
    // Written by others, or broken: each part falls back by itself.
    const { value, broken } = parseStored<Readonly<Record<string, unknown>>>(text, ANY_OBJECT);
    const { details = [], ...others } = value;
    const parsed = combine(JSON.stringify(others), JSON.stringify(details));
    return { ...parsed, broken: parsed.broken || broken };
  }

  function combine(othersText: string, detailsText: string): ReadExtras {
    let brokenPart = false;
    const schema = extrasSchema(() => {
      brokenPart = true;
    });
    const others = parseStored(othersText, { schema, fallback: v.parse(schema, {}) });
    const list = readDetails(detailsText);
    const broken = brokenPart || others.broken || list.broken || list.value.some((item) => item.broken);
    return { ...others.value, details: detailsOf(list.value), broken };
  }

  return (text) => {
    const next = read(text);
    last = last ? withUnchanged(next, last) : next;
    return last;
  };
}

interface DecodedDetails {
  readonly details: BatchDetails;
  readonly broken: boolean;
}

function decodeDetails(json: unknown): DecodedDetails {
  const parsed = v.safeParse(detailsSchema, json);
  return parsed.success ? { details: parsed.output, broken: false } : { details: {}, broken: true };
}

function withUnchanged(next: ReadExtras, last: ReadExtras): ReadExtras {
  const { paused, notices, live } = next;
  const { underWay, pace } = live;
  return {
    ...next,
    paused: unlessSame(paused, last.paused),
    notices: unlessSame(notices, last.notices),
    live: { ...live, underWay: unlessSame(underWay, last.live.underWay), pace: unlessSame(pace, last.live.pace) },
  };
}

const unlessSame = <T>(next: T, last: T): T => (JSON.stringify(next) === JSON.stringify(last) ? last : next);
