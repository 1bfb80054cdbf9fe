import { vi } from 'vitest';

export class FakeWorker extends EventTarget {
  readonly postMessage = vi.fn();
}

/** What a page sees of its service worker: navigator.serviceWorker, and the registration that it gives. */
export class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);

  /** A version arrives, is installed and waits. */
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

  /** Because another tab's person agreed, or because no page of the version before was open. */
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
