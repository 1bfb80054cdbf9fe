import { runInNewContext } from 'node:vm';
import type { BuiltFiles } from './build-service-worker.ts';

type Listener = (event: Record<string, unknown>) => void;

export interface Site {
  /** The host's files, by path below the scope. */
  files: BuiltFiles;
  isOffline?: boolean;
  /** A file for which the browser's HTTP cache still has "not found". */
  wasMissing?: string;
}

/**
 * The parts of a browser that a service worker uses: the caches, and a host that serves `site.files`. Each event goes to a newly started worker without old
 * variables, as after the browser has stopped the worker.
 */
export function createFakeWorkerBrowser(scope: string, site: Site) {
  const stored = new Map<string, Map<string, string>>();
  const fetched: unknown[] = [];

  const openCache = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      async put(url: string, response: Response) {
        entries.set(url, await response.text());
      },
      match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
    };
  };
  const caches = {
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => openCache(name),
  };
  const fetch = async (request: string | { url: string }, init?: { integrity: string; cache: string }) => {
    const path = (typeof request === 'string' ? request : request.url).replace(scope, '');
    fetched.push([path, init]);
    if (site.isOffline) throw new TypeError('Failed to fetch');
    const content = path === site.wasMissing && init?.cache === 'default' ? undefined : site.files[path];
    return content === undefined ? new Response('', { status: 404 }) : new Response(content);
  };

  function start(worker: string) {
    const calls: string[] = [];

    /** The worker's answer, after all its work for the event is done. */
    async function dispatch(type: string, event: Record<string, unknown> = {}): Promise<unknown> {
      const listeners = new Map<string, Listener>();
      const self = {
        registration: { scope },
        clients: { claim: async () => void calls.push('claim') },
        skipWaiting: async () => void calls.push('skipWaiting'),
        addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      };
      runInNewContext(worker, { self, caches, fetch, URL, Response });
      const work: unknown[] = [];
      let answer: unknown;
      listeners.get(type)?.({
        ...event,
        waitUntil: (promise: unknown) => work.push(promise),
        respondWith(promise: unknown) {
          answer = promise;
        },
      });
      await Promise.all(work);
      return answer;
    }

    async function ask(url: string, method = 'GET'): Promise<string> {
      const response = await dispatch('fetch', { request: { url, method } });
      return response instanceof Response ? response.text() : 'untouched';
    }

    return { dispatch, ask, calls };
  }

  return { start, stored, fetched };
}
