import './production-react.ts';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { collectActWarning, takeActWarnings } from './fake-timers-and-console.ts';

/** Testing Library sets this only if the test functions are globals. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/**
 * No stylesheet is loaded, so an element without an attribute `style` looks like every other one with its tag, unless the `style` of an ancestor says something
 * that is inherited. happy-dom would compute it from all ancestors, for each query by role: a tenth of the page tests' time.
 */
const compute = window.getComputedStyle;
const INHERITED = /visibility|pointer-events|font/;
const styles = new Map<string, Partial<CSSStyleDeclaration>>();
const computeOnce = (element: Element) => {
  let isAlone = element.hasAttribute('style') || !element.isConnected;
  for (let parent = element.parentElement; parent && !isAlone; parent = parent.parentElement)
    isAlone = INHERITED.test(parent.getAttribute('style') ?? '');
  if (isAlone) return compute.call(window, element);
  const key = `${element.tagName} ${element.hasAttribute('open')}`;
  if (!styles.has(key)) {
    const computed = compute.call(window, element);
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
