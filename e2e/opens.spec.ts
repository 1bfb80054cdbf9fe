import { expect } from '@playwright/test';
import { ENDPOINT_HOSTS } from '../test/endpoint-hosts.ts';
import { test } from './fixtures.ts';

test.describe('the watch over the page', () => {
  test.use({ expectedProblems: /example\.com|uncaught: Error: on purpose|require-trusted-types-for/ });

  test('[S6.1][D12.3] the policy lets the page reach only itself, the providers and this computer; whatever breaks it is reported and has no effect', async ({
    page,
    standIn,
  }) => {
    await page.goto('/');
    const content = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    const policy = new Map(
      (content ?? '').split('; ').map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1).join(' ')]),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('connect-src')).toBe(
      [
        "'self'",
        ...ENDPOINT_HOSTS.map((host) => `https://${host}`),
        ...['http://localhost:*', 'http://127.0.0.1:*'],
      ].join(' '),
    );

    const violations = ['example.com', 'require-trusted-types-for'].map((words) =>
      page.waitForEvent('console', (message) => message.text().includes(words)),
    );
    const uncaught = page.context().waitForEvent('weberror');
    const outcomes = await page.evaluate(async () => {
      setTimeout(() => {
        throw new Error('on purpose');
      });
      // Chromium lets its developer tools do what the page may not.
      await new Promise((resolve) => setTimeout(resolve));
      const outcome = (address: string) =>
        fetch(address, { headers: { authorization: 'Bearer test-key' } }).then(
          (answer) => `${answer.status}`,
          () => 'out of reach',
        );
      const outcomeOf = (act: () => unknown) => {
        try {
          return String(act());
        } catch (error) {
          return String(error instanceof Error && error.name);
        }
      };
      return [
        outcomeOf(() => document.body.insertAdjacentHTML('beforeend', '<b id="pwned">x</b>')),
        outcomeOf(() => new Function('return "done"')()),
        await outcome('https://api.openai.com/v1/models'),
        await outcome('https://example.com/'),
      ];
    });
    expect(outcomes).toEqual(['TypeError', 'EvalError', '200', 'out of reach']);
    expect(standIn.calls.map(({ path }) => path)).toEqual(['/v1/models']);
    await expect(page.locator('#pwned')).toHaveCount(0);
    await Promise.all(violations);
    await uncaught;
  });
});
