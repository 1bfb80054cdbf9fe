import type { Page } from '@playwright/test';

type Entries = readonly (readonly [key: string, value: unknown])[];

/** The databases of the page's origin, as DATABASE/STORE. */
const databasesOf = (page: Page) =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: Record<string, Entries> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
        databases[`${name}/${storeName}`] = keys.map((key, index) => [String(key), values[index]] as const);
      }
      database.close();
    }
    return databases;
  });

/** Everything that the page's origin stores in this browser, for comparison: places by name, entries by key. */
export async function everythingStored(page: Page) {
  const databases = await databasesOf(page);
  return page.evaluate(
    (kept) => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: kept,
      cookies: document.cookie,
    }),
    databases,
  );
}

/** The text under this key of local storage, or ''. */
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key);

/** A text of the work in the database: of a source, the head or a record of lines. */
export async function storedInDatabase(page: Page, name: 'translated' | 'lines'): Promise<string> {
  const databases = await databasesOf(page);
  const entries = databases[`subtitle-translator-works/${name === 'lines' ? 'lines' : 'sources'}`] ?? [];
  if (name === 'lines') return entries.map(([, text]) => text).join('\n');
  return String(entries.find(([key]) => key === name)?.[1] ?? '');
}

/** Tells the page that it is being closed, because then it writes everything that is not stored yet. */
export const writeAll = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('pagehide')));
