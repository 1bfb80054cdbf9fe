import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';
import { collectActWarning, takeActWarnings } from './fake-timers-and-console.ts';

/**
 * React's development build records stack traces of elements, up to 10,000 per second. This takes a sixth of the page tests' time, and nobody reads them, so it
 * is switched off.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => undefined,
    configurable: true,
  });

/** Testing Library sets this only if the test functions are globals. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const write = console.error;
console.error = (message: unknown, ...more: readonly unknown[]) => {
  if (!collectActWarning(message, ...more)) write(message, ...more);
};

/** Test files share one document (isolate: false), so each test must leave it empty. A warning about `act` fails the test. */
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  const [warning] = takeActWarnings();
  if (warning) throw warning;
  if (!document.baseURI.startsWith('http://localhost'))
    throw new Error(`A test has left the page: ${document.baseURI}`);
});
