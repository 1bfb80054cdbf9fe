import { setTimeout as delay } from 'node:timers/promises';
import { certificate } from '../test/certificate.ts';
import { reply, stall } from '../test/stand-in-call.ts';
import { type StandIn, startStandIn } from '../test/stand-in-provider.ts';
import { answerText } from './answer.ts';
import { type ProviderCounts, playProvider } from './bench-provider.ts';
import { noFault } from './faults.ts';
import { createRandom } from './seeded-random.ts';
import type { Pace } from './stand-in-pace.ts';

/** How the stand-in answers from now on. */
export type Play =
  /** As before the page: 1.5 s and 10 ms a token. */
  | { readonly kind: 'bench'; readonly pace: Pace; readonly phrases: number }
  /** Each answer takes a random time between two, in ms. */
  | { readonly kind: 'between'; readonly leastMs: number; readonly mostMs: number; readonly seed: number }
  /** No answer ever comes. */
  | { readonly kind: 'silent' };

export interface Journal {
  readonly counts: ProviderCounts | undefined;
  readonly calls: readonly JournalCall[];
}

export interface JournalCall {
  readonly phrases: readonly string[];
  /** In ms since 1970. */
  readonly at: number;
  /** When the whole answer was sent; undefined: it was not. */
  readonly answeredAt: number | undefined;
}

export interface Ready {
  readonly origin: string;
  /** PEM. */
  readonly certificate: string;
}

function play(standIn: StandIn, asked: Play): () => ProviderCounts | undefined {
  standIn.reset();
  switch (asked.kind) {
    case 'bench':
      return playProvider(standIn, { ...asked, faultOf: () => noFault }, 1);
    case 'between': {
      const random = createRandom(asked.seed);
      const { leastMs, mostMs } = asked;
      standIn.behave((call) => reply(answerText(call), { latencyMs: leastMs + random() * (mostMs - leastMs) }));
      return () => undefined;
    }
    default:
      standIn.behave(() => stall('before'));
      return () => undefined;
  }
}

function journalOf({ calls }: StandIn, counts: ProviderCounts | undefined): Journal {
  const translations = calls.filter(({ kind }) => kind === 'translate');
  return {
    counts,
    calls: translations.map(({ phrases, at, endedAt, status, aborted }) => ({
      phrases: Object.values(phrases),
      at,
      answeredAt: status === 200 && !aborted ? endedAt : undefined,
    })),
  };
}

/** A stand-in in a process of its own, so that it takes no time of the bench. It ends with the process that has started it. */
async function serve(send: (message: unknown) => void): Promise<void> {
  const tls = await certificate();
  const standIn = await startStandIn({ tls });
  let countsNow: () => ProviderCounts | undefined = () => undefined;
  process.on('disconnect', () => process.exit());
  process.on('message', async (asked: Play | 'journal') => {
    if (asked !== 'journal') {
      countsNow = play(standIn, asked);
      return send('plays');
    }
    // Counts an answer that was sent just now.
    await delay(50);
    send(journalOf(standIn, countsNow()));
  });
  send({ origin: standIn.origin, certificate: tls.cert } satisfies Ready);
}

if (process.send) await serve(process.send.bind(process));
