import { findFirefox } from '../test/find-firefox.ts';
import { requireBuiltPage } from './require-built-page.ts';

/** Once before all tests in Firefox: says which one is used, and that there is a page to test. */
export default function firefoxSetup(): void {
  try {
    requireBuiltPage();
    console.log(`Browser: ${findFirefox()}`);
  } catch (error) {
    // Where it was thrown is of no use to a person who has no Firefox.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
