import { findBrowser } from '../test/find-browser.ts';
import { requireBuiltPage } from './require-built-page.ts';

/** Runs once before all workers: prints the browser, unpacks it if needed, and checks that there is a built page. */
export default async function globalSetup(): Promise<void> {
  requireBuiltPage();
  const { source, executablePath } = await findBrowser();
  console.log(`Browser (${source}): ${executablePath}`);
}
