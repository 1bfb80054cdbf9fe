import { durationMs } from '../transport/named-wait.ts';

/** Milliseconds of "Please try again in 41.724s."; undefined: no wait is named. Most providers' headers cannot be read in a page. */
export function waitOfMessage(message: string | undefined): number | undefined {
  const duration = message?.match(/try again in ((?:\d+(?:\.\d+)?(?:ms|[dhms]))+)/)?.[1];
  return duration === undefined ? undefined : durationMs(duration);
}
