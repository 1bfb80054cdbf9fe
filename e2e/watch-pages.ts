import type { BrowserContext } from '@playwright/test';

/**
 * Records for every page of a context what must never happen: a violation of the Content-Security-Policy, an uncaught error, or a request to
 * another host than the page's own and the given ones. The returned list grows.
 */
export async function watchPages(context: BrowserContext, hosts: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const allowed = new Set(['localhost', '127.0.0.1', ...hosts]);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  context.on('weberror', (webError) => problems.push(`uncaught: ${webError.error()}`));
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && !allowed.has(url.hostname)) problems.push(`request to ${url.origin}`);
  });
  return problems;
}
