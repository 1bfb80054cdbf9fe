import { vi } from 'vitest';

export class FakeWorker extends EventTarget {
  readonly postMessage = vi.fn();
}

/** The page's view of its service worker: navigator.serviceWorker and its registration. */
export class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);

  /** A new version is installed and waits. */
  install(): FakeWorker {
    const worker = this.find();
    this.finishInstalling(worker);
    return worker;
  }

  find(): FakeWorker {
    const worker = new FakeWorker();
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event('updatefound'));
    return worker;
  }

  finishInstalling(worker: FakeWorker): void {
    this.registration.installing = null;
    this.registration.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
  }

  /** The waiting version becomes active: a person in another tab agreed, or no page of the old version is open. */
  startWaiting(): void {
    this.controller = this.registration.waiting;
    this.registration.active = this.registration.waiting;
    this.registration.waiting = null;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  readonly update = vi.fn(async () => undefined);
}
