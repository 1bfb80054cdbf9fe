import type { Page } from '@playwright/test';

/** All that the page's origin keeps in this browser, to be compared: each place by name, each entry by key. */
export const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: Record<string, unknown> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
        databases[`${name}/${storeName}`] = keys.map((key, index) => [key, values[index]]);
      }
      database.close();
    }
    return { local: { ...localStorage }, session: { ...sessionStorage }, databases, cookies: document.cookie };
  });

/** What the page has not written yet, it writes when it is left or hidden; this page is told that it is. */
export const writeAll = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('pagehide')));
