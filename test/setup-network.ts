import { Socket } from 'node:net';
import { afterEach } from 'vitest';

/**
 * Keeps unit tests on this computer. A connection to another host throws, and fails the test even if the tested code handles the error. There is one shared
 * list, because test files share their globals (isolate: false).
 */
const LIST = Symbol.for('attempts to leave the machine');
const shared = globalThis as typeof globalThis & { [LIST]?: string[] };
const attempts = guardSockets();

afterEach(() => {
  const hosts = attempts.splice(0);
  if (hosts.length > 0) throw new Error(`The test reached for the network: ${hosts.join(', ')}`);
});

function guardSockets(): string[] {
  if (shared[LIST] !== undefined) return shared[LIST];
  const found: string[] = [];
  shared[LIST] = found;
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function guarded(this: Socket, ...given: unknown[]) {
    const host = hostOf(given);
    if (!isLoopback(host)) {
      found.push(host);
      throw new Error(`Tests must not reach the network: ${host}`);
    }
    return Reflect.apply(connect, this, given);
  } as typeof connect;
  return found;
}

/** Programs call `connect` with (options); node itself calls it with ([options, callback]). */
function hostOf(given: readonly unknown[]): string {
  const options: unknown = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (typeof options === 'object' && options !== null) {
    return 'host' in options && typeof options.host === 'string' ? options.host : 'localhost';
  }
  return typeof given[1] === 'string' ? given[1] : 'localhost';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '::1';
}
