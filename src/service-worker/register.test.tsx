import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeContainer, FakeWorker } from '../../test/fake-container.ts';
import { registerServiceWorker } from './register.ts';

let container: FakeContainer;
const createPolicy = vi.fn((_name: string, rules: { createScriptURL: (url: string) => string }) => rules);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  container = new FakeContainer();
  createPolicy.mockClear();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('trustedTypes', { createPolicy });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  vi.spyOn(window, 'addEventListener');
  // The test's own page may still be loading.
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
});

afterEach(() => {
  // Removes the listeners of this test from the page.
  for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls)
    window.removeEventListener(type, listener);
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

async function start() {
  const updates: (() => void)[] = [];
  registerServiceWorker({ onUpdateReady: (apply) => updates.push(apply) });
  await Promise.resolve();
  await Promise.resolve();
  return updates;
}

test('registers the worker for the page’s folder, under a trusted-types policy that allows no other address', async () => {
  await start();
  const workerUrl = new URL('sw.js', document.baseURI).href;
  expect(container.register).toHaveBeenCalledWith(workerUrl, { updateViaCache: 'none' });
  expect(createPolicy.mock.calls[0]?.[0]).toBe('app#sw');
  expect(() => createPolicy.mock.calls[0]?.[1].createScriptURL('https://evil.test/sw.js')).toThrow(TypeError);
});

test('does nothing in development, on insecure pages or without service workers', async () => {
  vi.stubEnv('PROD', false);
  await start();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('isSecureContext', false);
  await start();
  vi.stubGlobal('isSecureContext', true);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await start();
  expect(container.register).not.toHaveBeenCalled();
});

test('ignores a registration that the browser refuses', async () => {
  container.register.mockRejectedValueOnce(new TypeError('refused'));
  expect(await start()).toEqual([]);
  expect(container.register).toHaveBeenCalledOnce();
});

test('does not announce the first installation as an update', async () => {
  const updates = await start();
  container.install();
  container.startWaiting();
  expect(updates).toHaveLength(0);
  container.install();
  expect(updates).toHaveLength(1);
});

test('announces a version that the browser found before registration', async () => {
  container.registration.active = new FakeWorker();
  const worker = container.find();
  const updates = await start();
  expect(updates).toHaveLength(0);
  container.finishInstalling(worker);
  expect(updates).toHaveLength(1);
});

test('announces a version that another tab started first', async () => {
  container.controller = new FakeWorker();
  container.registration.active = container.controller;
  const updates = await start();
  // A frozen tab misses the events of this worker.
  container.registration.waiting = new FakeWorker();
  container.startWaiting();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(updates).toHaveLength(1);
});

test('announces a version that became active while the page was loading', async () => {
  container.controller = new FakeWorker();
  container.registration.active = new FakeWorker();
  expect(await start()).toHaveLength(1);
});

test('does not announce a version again when another tab starts it', async () => {
  container.registration.active = new FakeWorker();
  const updates = await start();
  container.install();
  container.startWaiting();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(updates).toHaveLength(1);
});

test('announces a newer version once, and starts it with a reload when the person agrees', async () => {
  container.registration.active = new FakeWorker();
  const updates = await start();
  const waiting = container.install();
  waiting.dispatchEvent(new Event('statechange'));
  expect(updates).toHaveLength(1);
  container.dispatchEvent(new Event('controllerchange'));
  expect(waiting.postMessage).not.toHaveBeenCalled();
  expect(location.reload).not.toHaveBeenCalled();

  updates[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting.postMessage).toHaveBeenCalledWith('activate-now');
  expect(location.reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('announces a waiting version; if another tab started it already, only reloads', async () => {
  container.registration.active = new FakeWorker();
  container.registration.waiting = new FakeWorker();
  const updates = await start();
  expect(updates).toHaveLength(1);
  container.startWaiting();
  expect(updates).toHaveLength(1);
  updates[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('waits for scripts that the press itself loads before it starts the newer version', async () => {
  container.registration.active = new FakeWorker();
  const updates = await start();
  const waiting = container.install();
  updates[0]?.();
  await vi.advanceTimersByTimeAsync(999);
  expect(waiting.postMessage).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(waiting.postMessage).toHaveBeenCalledWith('activate-now');
});

test('checks for a newer version when the tab becomes visible, at most once an hour', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  await start();
  const show = (minutes: number) => {
    now.mockReturnValue(minutes * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show(59);
  expect(container.registration.update).toHaveBeenCalledTimes(0);
  show(61);
  show(62);
  expect(container.registration.update).toHaveBeenCalledTimes(1);
  show(122);
  expect(container.registration.update).toHaveBeenCalledTimes(2);
});
