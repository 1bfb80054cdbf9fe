import { findBrowser } from '../test/find-browser.ts';
import { requireBuiltPage } from './require-built-page.ts';

/** Once before all workers: says which browser is used, unpacks it if need be, and that there is a page to test. */
export default async function globalSetup(): Promise<void> {
  requireBuiltPage();
  const { source, executablePath } = await findBrowser();
  console.log(`Browser (${source}): ${executablePath}`);
}
