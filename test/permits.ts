import type { Permit } from '../src/providers/provider.ts';

/** A permit that allows everything until `stop` is called. */
export function stoppablePermit() {
  const stopping = new AbortController();
  const leases = { given: 0, underWay: 0 };
  function ask() {
    if (stopping.signal.aborted) return null;
    leases.given++;
    leases.underWay++;
    return { end: () => void leases.underWay-- };
  }
  const permit: Permit = Object.assign(ask, { withdrawn: stopping.signal });
  return { permit, leases, stop: () => stopping.abort() };
}

export const openPermit = stoppablePermit().permit;
