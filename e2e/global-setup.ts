import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../test/find-browser.ts';

/** Once before all workers: says which browser is used, unpacks it if need be, and that there is a page to test. */
export default async function globalSetup(): Promise<void> {
  if (!existsSync(fileURLToPath(new URL('../dist/index.html', import.meta.url)))) {
    throw new Error('There is no built page in dist/. Run "npm run e2e", which builds it first.');
  }
  const { source, executablePath } = await findBrowser();
  console.log(`Browser (${source}): ${executablePath}`);
}
