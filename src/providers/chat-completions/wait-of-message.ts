import { durationMs } from '../transport/named-wait.ts';

/** Milliseconds of "Please try again in 41.724s.": a page may not read the header of most providers. */
export function waitOfMessage(message: string | undefined): number | undefined {
  const duration = message?.match(/try again in ((?:\d+(?:\.\d+)?(?:ms|[dhms]))+)/)?.[1];
  return duration === undefined ? undefined : durationMs(duration);
}
