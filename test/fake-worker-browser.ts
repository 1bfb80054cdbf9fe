import { runInNewContext } from 'node:vm';
import type { BuiltFiles } from './build-service-worker.ts';

type Listener = (event: Record<string, unknown>) => void;

export interface Site {
  /** What the host serves, by path below the scope. */
  files: BuiltFiles;
  isOffline?: boolean;
}

/**
 * What a service worker sees of a browser: the origin's caches, open pages, and a host that serves `site.files`. Each event goes
 * to a newly started worker, as after the browser has stopped it, so that variables of the worker are lost.
 */
export function createFakeWorkerBrowser(scope: string, site: Site) {
  const stored = new Map<string, Map<string, string>>();
  const pages: { readonly id: string; readonly url: string }[] = [];
  const registration = { scope, installing: null as unknown, waiting: null as unknown };
  const fetched: unknown[] = [];
  let storageIsFull = false;
  let pageCount = 0;

  const openCache = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      async put(url: string, response: Response) {
        if (storageIsFull) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
        entries.set(url, await response.text());
      },
      match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (url: string) => entries.delete(url),
    };
  };
  const caches = {
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => openCache(name),
  };
  const fetch = async (request: string | { url: string }, init?: { integrity: string }) => {
    const path = (typeof request === 'string' ? request : request.url).replace(scope, '');
    fetched.push([path, init]);
    if (site.isOffline) throw new TypeError('Failed to fetch');
    const content = site.files[path];
    return content === undefined ? new Response('', { status: 404 }) : new Response(content);
  };

  function start(worker: string) {
    const calls: string[] = [];

    /** The worker's answer, after everything that the worker does about the event is done. */
    async function dispatch(type: string, event: Record<string, unknown> = {}): Promise<unknown> {
      const listeners = new Map<string, Listener>();
      const self = {
        registration,
        clients: { claim: async () => void calls.push('claim'), matchAll: async () => [...pages] },
        skipWaiting: async () => void calls.push('skipWaiting'),
        addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      };
      runInNewContext(worker, { self, caches, fetch, URL, Response, Date });
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

    async function ask(url: string, method = 'GET', resultingClientId = ''): Promise<string> {
      const response = await dispatch('fetch', { request: { url, method }, resultingClientId });
      return response instanceof Response ? response.text() : 'untouched';
    }

    /** A person opens the page; matchAll() does not list the page until `appears` is called. */
    async function open() {
      const page = { id: `page-${++pageCount}`, url: scope };
      const text = await ask(scope, 'GET', page.id);
      return {
        text,
        appears: () => void pages.push(page),
        close: () => void pages.splice(pages.indexOf(page), 1),
      };
    }

    return { dispatch, ask, open, calls };
  }

  return {
    start,
    stored,
    fetched,
    registration,
    /** A page that the host served: a first visit, or a reload that bypasses the worker. */
    openFromHost: () => void pages.push({ id: `page-${++pageCount}`, url: scope }),
    fillStorage() {
      storageIsFull = true;
    },
  };
}
