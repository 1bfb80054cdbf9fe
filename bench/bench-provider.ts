import { listAt, textAt } from '../src/providers/transport/http.ts';
import { type Behaviour, type Call, reply } from '../test/stand-in-call.ts';
import { tokensOfCall } from '../test/stand-in-limits.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { answerText } from './answer.ts';
import type { Scenario } from './scenarios.ts';
import { type AnsweredBatch, leastMs, limitOf } from './stand-in-pace.ts';

/** An answer takes 1500 ms + 10 ms per output token of four characters. */
const FIRST_TOKEN_MS = 1_500;
const TOKEN_MS = 10;
const CHARACTERS_PER_TOKEN = 4;
/** A refusal arrives within 120 ms including the network; a fault takes a little longer. */
const REFUSAL_MS = 100;
const FAULT_MS = 200;

/** The stand-in's counts of one run. */
export interface ProviderCounts {
  readonly calls: number;
  readonly refusals: number;
  /** Batches answered in full more than once, without corrections. */
  readonly paidTwice: number;
  /** Answers that broke on their way: paid for, and requested again because nothing arrived. */
  readonly dropped: number;
  readonly mostAtOnce: number;
  /** Characters of all messages and answers, divided by the film's phrases. */
  readonly promptCharacters: number;
  readonly outputCharacters: number;
  /** The least time in ms that latency and limit allow for the answered batches. */
  readonly leastMs: number;
}

/** Makes the stand-in behave as the scenario says; the returned function counts the calls since then. */
export function playProvider(
  standIn: StandIn,
  scenario: Pick<Scenario, 'phrases' | 'pace' | 'faultOf'>,
  run: number,
): () => ProviderCounts {
  const limit = limitOf(scenario.pace);
  const fault = scenario.faultOf(run);
  const answers = new Map<string, AnsweredBatch[]>();
  let refusals = 0;
  let dropped = 0;
  let outputCharacters = 0;

  standIn.reset();
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    const refused = limit(call);
    if (refused) {
      refusals++;
      return { ...refused, latencyMs: REFUSAL_MS };
    }
    const { length } = answerText(call);
    outputCharacters += length;
    const latencyMs = FIRST_TOKEN_MS + TOKEN_MS * Math.ceil(length / CHARACTERS_PER_TOKEN);
    const wrong = fault(call);
    if (wrong?.kind === 'failure') return { ...wrong, latencyMs: FAULT_MS };
    if (wrong?.kind === 'drop') dropped++;
    else if (!call.isCorrection) noteAnswer(call, latencyMs);
    return { ...(wrong ?? fullReply(call)), latencyMs };
  });

  function noteAnswer(call: Call, latencyMs: number): void {
    // By its texts: several films have the same numbers.
    const batch = JSON.stringify(call.phrases);
    answers.set(batch, [...(answers.get(batch) ?? []), { latencyMs, tokens: tokensOfCall(call) }]);
  }

  return () => {
    const calls = standIn.calls.filter(({ kind }) => kind === 'translate');
    return {
      calls: calls.length,
      refusals,
      paidTwice: [...answers.values()].reduce((sum, { length }) => sum + length - 1, 0),
      dropped,
      mostAtOnce: mostAtOnce(calls),
      promptCharacters: calls.reduce((sum, { body }) => sum + charactersOf(body), 0) / scenario.phrases,
      outputCharacters: outputCharacters / scenario.phrases,
      leastMs: leastMs(
        scenario.pace,
        [...answers.values()].flatMap(([first]) => (first ? [first] : [])),
      ),
    };
  };
}

const charactersOf = (body: unknown): number =>
  (listAt(body, 'messages') ?? []).reduce<number>((sum, message) => sum + (textAt(message, 'content') ?? '').length, 0);

const fullReply = (call: Call): Behaviour => reply(answerText(call));

function mostAtOnce(calls: readonly Call[]): number {
  const changes = calls.flatMap(({ at, endedAt = Number.POSITIVE_INFINITY }) => [
    { at, by: 1 },
    { at: endedAt, by: -1 },
  ]);
  let running = 0;
  let most = 0;
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    running += by;
    most = Math.max(most, running);
  }
  return most;
}
