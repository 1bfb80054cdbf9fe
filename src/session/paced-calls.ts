import type { Correction, TokenUsage, TranslateOutcome } from '../providers/provider.ts';
import type { Batch } from '../translation/batch.ts';
import type { Flight } from './flights.ts';
import type { Gate, RequestEnd, Ticket } from './gate.ts';
import type { SendRequest } from './send-request.ts';
import { mayGoOn } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';
import type { SendBatch } from './translate-batch.ts';

export interface PacedCallsOptions {
  readonly gate: Gate;
  readonly sendRequest: SendRequest;
  readonly getState: () => SessionState;
  readonly onUsage: (index: number, usage: TokenUsage) => void;
}

export interface PacedCalls {
  readonly send: SendBatch;
  /** To be called at the end: a batch may need no call, if all of it was answered before. */
  leaveUnused(): void;
}

/** Makes the calls of one batch, one after the other through the gate; the first has its ticket already. */
export type PaceCalls = (flight: Flight, firstTicket: Ticket, inHalves: boolean) => PacedCalls;

export function createPacedCalls({ gate, sendRequest, getState, onUsage }: PacedCallsOptions): PaceCalls {
  /** One call with a ticket; the gate is told how it ended, whatever happens. */
  async function callWith(ticket: Ticket, { index, signal }: Flight, batch: Batch, correction?: Correction) {
    let outcome: TranslateOutcome | undefined;
    try {
      outcome = await sendRequest(batch, correction, { signal });
    } finally {
      gate.leave(ticket, signal.aborted ? 'cancelled' : endOf(outcome));
      gate.pump();
    }
    if (signal.aborted) return CANCELLED;
    if (outcome.usage) onUsage(index, outcome.usage);
    return outcome;
  }

  /** A further call: it keeps what was answered before, so a refusal makes it wait, not give up. */
  async function callWhenItMay(flight: Flight, batch: Batch, correction?: Correction): Promise<TranslateOutcome> {
    const { index, signal } = flight;
    const ticket = await gate.enter({ signal, mayGo: () => mayGoOn(getState(), index) });
    if (ticket === undefined) return CANCELLED;
    const outcome = await callWith(ticket, flight, batch, correction);
    return isRefused(outcome) ? callWhenItMay(flight, batch, correction) : outcome;
  }

  return (flight, firstTicket, inHalves) => {
    let ticketInHand: Ticket | undefined = firstTicket;
    const takeTicket = () => {
      const ticket = ticketInHand;
      ticketInHand = undefined;
      return ticket;
    };
    return {
      async send(batch, correction) {
        const ticket = takeTicket();
        if (ticket === undefined) return callWhenItMay(flight, batch, correction);
        const outcome = await callWith(ticket, flight, batch, correction);
        // Something may be answered already: the other half, or what is to be corrected. Else the batch goes back to the queue.
        return isRefused(outcome) && (inHalves || correction) ? callWhenItMay(flight, batch, correction) : outcome;
      },
      leaveUnused() {
        const ticket = takeTicket();
        if (ticket) gate.leave(ticket, 'cancelled');
      },
    };
  };
}

const isRefused = (outcome: TranslateOutcome): boolean => !outcome.ok && outcome.failure.kind === 'rate-limit';

function endOf(outcome: TranslateOutcome | undefined): RequestEnd {
  if (!outcome) return 'cancelled';
  if (outcome.ok || outcome.failure.kind !== 'rate-limit') return 'finished';
  return { refusedForMs: outcome.failure.retryAfterMs };
}

const CANCELLED: TranslateOutcome = {
  ok: false,
  failure: { kind: 'cancelled', message: 'Request was aborted.' },
  text: '',
  usage: undefined,
};
