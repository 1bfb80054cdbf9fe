import type { Page } from '@playwright/test';

/** Slows the page's processor down by this factor; 1 changes nothing. The returned function ends that. */
export async function slowDownCpu(page: Page, times: number): Promise<() => Promise<void>> {
  if (times === 1) return async () => {};
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return async () => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  };
}
