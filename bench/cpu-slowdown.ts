import type { Page } from '@playwright/test';

/** Makes the page's processor so many times slower; 1: as it is. Gives back what ends it. */
export async function slowDownCpu(page: Page, times: number): Promise<() => Promise<void>> {
  if (times === 1) return async () => {};
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return async () => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  };
}
