import { createRequire } from 'node:module';

/**
 * Page tests draw with React's production build, which is the one that people get: the development build takes twice as long. The production build has no `act`,
 * so this file gives it one, which at once runs what React has scheduled. Import it before anything that imports React.
 *
 * `REACT=development npx vitest run src/ui` shows the warnings of the development build.
 */
const scheduled = new Set<() => void>();
const { queueMicrotask, setImmediate } = globalThis;
/** The number of calls of `act` whose callback has not ended. */
let underWay = 0;

if (process.env.REACT !== 'development') {
  const require = createRequire(import.meta.url);
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  // React looks for these two when it is loaded, and schedules with them.
  Object.assign(globalThis, {
    queueMicrotask: noting(queueMicrotask),
    // During `act` a drawing waits for its end, so that no race decides which timers come before it.
    setImmediate: noting((task) => underWay === 0 && setImmediate(task)),
  });
  const React = require('react');
  require('react/jsx-runtime');
  require('react-dom/client');
  Object.assign(globalThis, { queueMicrotask, setImmediate });
  process.env.NODE_ENV = mode;
  React.act = act;
}

/** Schedules a task as `schedule` does, and `flush` can run it earlier. */
function noting(schedule: (task: () => void) => unknown) {
  return (task: () => void) => {
    const once = () => scheduled.delete(once) && task();
    scheduled.add(once);
    schedule(once);
  };
}

/** Runs the tasks that are scheduled, and those that they schedule. */
function flush() {
  if (underWay === 0) for (const task of scheduled) task();
}

/** As React's `act`: when it returns, or its promise is fulfilled, all that the callback changes is on the page. */
function act(callback: () => unknown): Promise<unknown> {
  underWay++;
  let result: unknown;
  try {
    result = callback();
  } catch (error) {
    underWay--;
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => underWay--).then(settle);
  underWay--;
  flush();
  return Promise.resolve(result);
}

async function settle(value: unknown) {
  do {
    flush();
    await new Promise<void>((resolve) => setImmediate(resolve));
  } while (scheduled.size > 0 && underWay === 0);
  return value;
}
