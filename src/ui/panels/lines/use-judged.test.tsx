import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createHarness } from '../../../../test/session-harness.ts';
import { startSettings } from '../../../../test/settings-harness.ts';
import { type Services, ServicesContext } from '../../state/services.tsx';
import { useLineJudge } from './line-judge.ts';

test('what was judged and chosen is still known after a look at the demo, which draws the page anew', () => {
  const { session } = createHarness();
  const { settings } = startSettings();
  const judgeOfAPage = () => {
    const services = { session, settings } as Services;
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ServicesContext value={services}>{children}</ServicesContext>
    );
    return renderHook(useLineJudge, { wrapper }).result.current;
  };
  expect(judgeOfAPage()).toBe(judgeOfAPage());
});
