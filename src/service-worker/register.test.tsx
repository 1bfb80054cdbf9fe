import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './register.ts';

class FakeWorker extends EventTarget {
  readonly postMessage = vi.fn();
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  readonly update = vi.fn(async () => undefined);

  /** A version arrives, is installed and waits. */
  install(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  }
}

let registration: FakeRegistration;
const register = vi.fn(async () => registration);
const container = Object.assign(new EventTarget(), { register });
const createPolicy = vi.fn((_name: string, rules: { createScriptURL: (url: string) => string }) => rules);

beforeEach(() => {
  registration = new FakeRegistration();
  register.mockClear();
  createPolicy.mockClear();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('trustedTypes', { createPolicy });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.spyOn(location, 'reload').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

async function start() {
  const updates: (() => void)[] = [];
  registerServiceWorker({ onUpdateReady: (apply) => updates.push(apply) });
  await Promise.resolve();
  await Promise.resolve();
  return updates;
}

test('registers the worker beside the page, through a policy that lets nothing else pass', async () => {
  await start();
  const workerUrl = new URL('sw.js', document.baseURI).href;
  expect(register).toHaveBeenCalledWith(workerUrl, { updateViaCache: 'none' });
  expect(createPolicy.mock.calls[0]?.[0]).toBe('app#sw');
  expect(() => createPolicy.mock.calls[0]?.[1].createScriptURL('https://evil.test/sw.js')).toThrow(TypeError);
});

test('does nothing in development, on an insecure page, or without service workers', async () => {
  vi.stubEnv('PROD', false);
  await start();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('isSecureContext', false);
  await start();
  vi.stubGlobal('isSecureContext', true);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await start();
  expect(register).not.toHaveBeenCalled();
});

test('a refused registration stays without effect', async () => {
  register.mockRejectedValueOnce(new TypeError('refused'));
  expect(await start()).toEqual([]);
});

test('the first installation is not announced as an update', async () => {
  const updates = await start();
  registration.install();
  expect(updates).toHaveLength(0);
});

test('announces a newer version once; it starts, and the page is loaded anew, only when the person agrees', async () => {
  registration.active = new FakeWorker();
  const updates = await start();
  const waiting = registration.install();
  waiting.dispatchEvent(new Event('statechange'));
  expect(updates).toHaveLength(1);
  container.dispatchEvent(new Event('controllerchange'));
  expect(waiting.postMessage).not.toHaveBeenCalled();
  expect(location.reload).not.toHaveBeenCalled();

  updates[0]?.();
  expect(waiting.postMessage).toHaveBeenCalledWith('activate-now');
  expect(location.reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('announces a version that was waiting already; one that another tab has started only needs a reload', async () => {
  registration.active = new FakeWorker();
  registration.waiting = new FakeWorker();
  const updates = await start();
  expect(updates).toHaveLength(1);
  registration.waiting = null;
  updates[0]?.();
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('looks for a newer version when the tab is shown again, at most hourly', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  await start();
  const show = (minutes: number) => {
    now.mockReturnValue(minutes * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show(59);
  expect(registration.update).toHaveBeenCalledTimes(0);
  show(61);
  show(62);
  expect(registration.update).toHaveBeenCalledTimes(1);
  show(122);
  expect(registration.update).toHaveBeenCalledTimes(2);
});
