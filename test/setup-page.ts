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

/**
 * No stylesheet is loaded, so an element whose ancestors have no attribute `style` looks like every other one with its tag. happy-dom would compute it from all
 * ancestors, for each query by role: a tenth of the page tests' time.
 */
const compute = window.getComputedStyle;
const styles = new Map<string, Partial<CSSStyleDeclaration>>();
const computeOnce = (element: Element) => {
  const computed = compute.call(window, element);
  let parent: Element | null = element;
  let root: Element | null = null;
  for (; parent && !parent.hasAttribute('style'); parent = parent.parentElement) root = parent;
  if (root !== document.documentElement) return computed;
  const key = `${element.tagName} ${element.hasAttribute('open')}`;
  if (!styles.has(key)) {
    const values = new Map(Array.from(computed, (name) => [name, computed.getPropertyValue(name)]));
    const { display, visibility, pointerEvents, fontSize } = computed;
    styles.set(key, {
      ...{ display, visibility, pointerEvents, fontSize },
      getPropertyValue: (name) => values.get(name) ?? '',
    });
  }
  return styles.get(key) as CSSStyleDeclaration;
};
// This file is run for each test file, and the window is shared.
if (compute.name !== computeOnce.name) window.getComputedStyle = computeOnce;

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
