import { findFirefox } from '../test/find-firefox.ts';
import { requireBuiltPage } from './require-built-page.ts';

/** Runs once before all tests in Firefox: prints the version, and checks that there is a built page. */
export default function firefoxSetup(): void {
  try {
    requireBuiltPage();
    console.log(`Browser: ${findFirefox()}`);
  } catch (error) {
    // A person without Firefox needs the message, not the stack trace.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
