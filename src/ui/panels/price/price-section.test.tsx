import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { replyOf, success } from '../../../../test/session-harness.ts';
import { keysOf, live, modelOf, refused } from '../../../../test/settings-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import type { ModelListOutcome } from '../../../providers/provider.ts';
import { parseSum } from './price-section.tsx';

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const boxIfAny = (name: string) => screen.queryByRole('textbox', { name });
const estimate = () => screen.queryByText(/^about /)?.textContent;
const UNKNOWN = { model: { endpoint: 'openai', id: 'gpt-99' } } as const;

describe('PriceSection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-22T12:00:00Z');
  });

  async function withFilm(options: RenderAppOptions = {}, phrases = 65) {
    const page = await renderApp({ film: phrases, ...options });
    await page.pass(600);
    return page;
  }

  it('[D18.7] says that the limit of a series is for all films together', async () => {
    const { give, session } = await withFilm();
    const limit = () => document.getElementById('stop-at-help')?.textContent;
    expect(limit()).toMatch(/^US dollars for a film\./);
    await give(() => session.nameFilm('1'));
    expect(limit()).toMatch(/^US dollars for all films together\./);
  });

  it('[D9.1] shows the tokens and the cost of a run, follows text, prompt, notes and model, and is not there without a film', async () => {
    const { give, session, settings } = await renderApp();
    expect([boxIfAny('Stop at'), estimate()]).toEqual([null, undefined]);
    await give(() => session.edit('original', sampleSrt(65)), 600);
    expect(estimate()).toMatch(/^about \d,\d00 tokens in, \d{3} out · \$0\.0\d–0\.\d\d · 4 requests$/);
    expect(screen.getByText(/\$10\.00 in, \$30\.00 out .* prices of September 2026/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Translate' }).getAttribute('aria-describedby')).toContain('estimate');
    expect(document.getElementById('estimate')?.textContent).toBe(estimate());
    const shownText = () => document.getElementById('estimate')?.textContent ?? '';
    const before = shownText();
    await give(() => session.edit('original', sampleSrt(130)), 600);
    expect(shownText()).toMatch(/· 7 requests$/);
    await give(() => session.edit('original', sampleSrt(65)), 600);
    expect(shownText()).toBe(before);
    const tokensIn = () => Number(/about ([\d,]+) tokens/.exec(shownText())?.[1]?.replace(',', ''));
    const without = tokensIn();
    await give(
      () => session.changeNotes({ ...session.store.getState().notes, about: 'A long story. '.repeat(100) }),
      400,
    );
    // In each of four requests.
    expect(tokensIn() - without).toBeGreaterThan(4 * 300);
    const withNotes = shownText();
    await give(() => settings.setPrompt('Translate into Portuguese. '.repeat(50)));
    expect(shownText()).not.toBe(withNotes);
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o-mini' }));
    expect(shownText()).toContain('under $0.01');
    await give(() => session.edit('original', 'no subtitles'), 600);
    expect(shownText()).toBe('');
  });

  it('[D9.1][D9.22][D9.23] shows only the tokens of a model without a known price, and stores the price that a person enters for it', async () => {
    const { user, settings, give } = await withFilm({ settings: UNKNOWN });
    const unknown = 'The price of this model is unknown. Enter it to see what the film costs.';
    expect(screen.getByText(unknown)).toBeTruthy();
    await give(() => settings.setPrices({ stopAt: 0.01 }));
    expect(document.getElementById('limit-too-low')?.textContent ?? '').toBe('');
    await give(() => settings.setPrices({ stopAt: null }));
    expect(estimate()).toMatch(/^about .* out · 4 requests$/);
    await user.type(box('Price in'), '2');
    expect(settings.store.getState().prices.own).toEqual({});
    await user.type(box('Price out'), '8,5');
    // Half a price is another price, so the price counts only when the field loses the focus.
    expect(settings.store.getState().prices.own).toEqual({});
    await user.tab();
    expect(settings.store.getState().prices.own).toEqual({ 'openai:gpt-99': { input: 2, output: 8.5 } });
    expect(estimate()).toContain('$0.01');
    expect(box('Price in').value).toBe('2');

    await user.clear(box('Price in'));
    await user.tab();
    expect(settings.store.getState().prices.own).toEqual({});
    expect(box('Price out').value).toBe('8.5');
    await user.type(box('Price in'), '3{Enter}');
    expect(screen.queryByText(unknown)).toBeNull();
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-100' }));
    expect([box('Price in').value, box('Price out').value]).toEqual(['', '']);
    await give(() => settings.pickModel({ endpoint: 'ollama', id: 'gemma' }));
    expect(screen.getByText('Runs on this computer. It costs nothing.')).toBeTruthy();
    expect(boxIfAny('Price in')).toBeNull();
    expect(estimate()).not.toContain('$');
  });

  describe('before a key, if nobody has chosen a model', () => {
    const NO_CHOICE = { modelChosen: false, keys: keysOf({}) } as const;
    const namesModel = () => /gpt-|claude|gemini/.test(document.body.textContent);
    const among = (low: string, high: string) =>
      new RegExp(` out · \\$0\\.${low}–0\\.${high} depending on the model · 80 requests$`);

    it('[D9.1][D9.22] shows the range of the suggested models of the tab in front, and warns of a limit below that range', async () => {
      const { give, settings, session } = await withFilm({ settings: NO_CHOICE }, 1_600);
      expect(estimate()).toMatch(among('0[1-4]', '[2-6]\\d'));
      const ofOpenAi = estimate();
      expect([namesModel(), screen.queryByText(/for a million tokens/)]).toEqual([false, null]);
      await give(() => settings.showProvider('anthropic'), 600);
      expect(estimate()).toMatch(among('\\d\\d', '\\d\\d'));
      expect(estimate()).not.toBe(ofOpenAi);
      await give(() => settings.showProvider('openai'), 600);
      await give(() => settings.setPrices({ stopAt: 0.05 }));
      expect(document.getElementById('limit-too-low')?.textContent).toMatch(/\(\$0\.05\) may be less than/);
      await give(() => session.edit('original', sampleSrt(240)), 600);
      expect(estimate()).toMatch(/ · up to \$0\.\d\d depending on the model · 12 requests$/);
    });

    it('[D9.1] shows the price of the model that a run would use, once a key was refused or a list has arrived', async () => {
      const { give, settings } = await withFilm(
        {
          settings: NO_CHOICE,
          listModels: () =>
            settings.store.getState().keys.openai === 'sk-good' ? live(modelOf('openai', 'gpt-5.4-mini')) : refused,
        },
        1_600,
      );
      await give(() => settings.setKey('openai', 'sk-bad'), 1_000);
      expect(estimate()).not.toContain('depending');
      expect(screen.getByText('Translates with gpt-4-0125-preview (OpenAI)')).toBeTruthy();
      expect(screen.getByText(/\$10\.00 in/)).toBeTruthy();
      await give(() => settings.setKey('openai', 'sk-good'), 1_000);
      expect(estimate()).not.toContain('depending');
      expect(settings.store.getState().model.id).toBe('gpt-5.4-mini');
    });

    describe('a run that begins before the list has arrived', () => {
      const KEY = { modelChosen: false, keys: keysOf({ openai: 'sk-good' }) } as const;
      const question = () => screen.queryByRole('dialog', { name: 'Translate with gpt-4-0125-preview?' });
      async function press(listModels: RenderAppOptions['listModels']) {
        const page = await withFilm({ settings: KEY, ...(listModels && { listModels }) }, 60);
        expect(estimate()).toContain('depending on the model');
        await page.click(screen.getByRole('button', { name: 'Translate' }), 4_000);
        return page;
      }
      const late = (ms: number, outcome: ModelListOutcome) => () =>
        new Promise<ModelListOutcome>((resolve) => setTimeout(() => resolve(outcome), ms));

      it('[D9.31] names the model and its price first, at “Translate” and at “Try the first batch”', async () => {
        const { requests, click, settings } = await press(() => new Promise<never>(() => {}));
        expect(question()?.textContent).toMatch(/gpt-4-0125-preview \(OpenAI\).* about [\d,]+ tokens, .*\$0\.\d\d/);
        expect(requests).toEqual([]);
        await click(within(question() as HTMLElement).getByRole('button', { name: 'Cancel' }), 5_000);
        expect([question(), requests.length]).toEqual([null, 0]);
        await click(screen.getByRole('button', { name: 'Try the first batch' }), 4_000);
        expect(requests).toEqual([]);
        await click(screen.getByRole('button', { name: 'Translate with gpt-4-0125-preview' }), 5_000);
        expect(requests).toHaveLength(1);
        expect(settings.store.getState().modelChosen, 'a later list may still bring another one').toBe(false);
      });

      it('[D9.31] asks, too, when the list fails or has the model that was not named', async () => {
        const failed = { ok: false, failure: { kind: 'server', message: 'Overloaded', status: 500 } } as const;
        for (const outcome of [failed, live(modelOf('openai', 'gpt-4-0125-preview'))]) {
          const { requests, unmount } = await press(late(1_500, outcome));
          expect(question()).not.toBeNull();
          expect(requests).toEqual([]);
          unmount();
        }
      });

      it('[D9.31] asks nothing when the list brings a model of the range', async () => {
        const { requests, settings } = await press(late(1_500, live(modelOf('openai', 'gpt-5.4-mini'))));
        expect(screen.queryByRole('dialog')).toBeNull();
        expect([requests.length > 0, settings.store.getState().model.id]).toEqual([true, 'gpt-5.4-mini']);
      });
    });
  });

  it("[D9.1] lets the person's own price of a known model win", async () => {
    const { user, settings, click } = await withFilm();
    expect(boxIfAny('Price in')).toBeNull();
    await click(screen.getByRole('button', { name: 'Enter another price' }), 100);
    expect(document.activeElement).toBe(box('Price in'));
    const listed = estimate();
    await user.type(box('Price in'), '1000');
    await user.type(box('Price out'), '1000{Enter}');
    expect(estimate()).not.toBe(listed);
    await user.clear(box('Price in'));
    await user.keyboard('{Enter}');
    expect(estimate()).toBe(listed);
    expect(box('Price in')).toBe(document.activeElement);
    expect(settings.store.getState().prices.own).toEqual({});
  });

  const usage = { input: 1_000, output: 500, reasoning: 300 };
  const paid: RenderAppOptions = {
    settings: { model: { endpoint: 'openai', id: 'gpt-4o' } },
    maxAtOnce: 1,
    answer: ({ numbers }) => ({ ...success(replyOf(numbers)), usage }),
  };

  it('[D9.2] during the run shows the spending so far, including thinking, and the expected total; at the end the sum', async () => {
    const { give, pass, session } = await withFilm(paid);
    await give(session.translate, 1_600);
    expect(screen.getByText(/^Spent: \$0\.0075 of about \$0\.0[23]\d?$/)).toBeTruthy();
    await pass(5_000);
    expect(screen.getByText('Spent: $0.03')).toBeTruthy();
    expect(screen.getByText('(including 1,200 thinking)')).toBeTruthy();
    expect(estimate()).toBeUndefined();
  });

  it('[D9.3] a sum under "Stop at" counts when it is whole', async () => {
    const { user, settings, give } = await withFilm();
    const tab = () => user.tab();
    const leavesPage = () => void fireEvent(window, new Event('pagehide'));
    // When another window comes to the front, the field gets a blur event but stays the active element.
    const otherWindow = () => void fireEvent.blur(box('Stop at'));
    for (const [when, typed, leave, stopAt] of [
      ['half of it is typed', '0', undefined, 0.5],
      ['the field is left', '0.2', tab, 0.2],
      ['Enter', '3{Enter}', undefined, 3],
      ['the page is left', '3.5', leavesPage, 3.5],
      ['the page is left with an emptied field', '', leavesPage, 0.5],
      ['another window is in front of an emptied field', '', otherWindow, 0.5],
      ['an emptied field is left', '', tab, null],
      ['what is no sum is left', '2 euro', tab, 0.5],
    ] as const) {
      await user.click(document.body);
      await give(() => settings.setPrices({ stopAt: 0.5 }));
      await user.clear(box('Stop at'));
      if (typed !== '') await user.type(box('Stop at'), typed);
      await leave?.();
      expect(settings.store.getState().prices.stopAt, when).toBe(stopAt);
      const isNone = typed === '2 euro';
      expect(box('Stop at').getAttribute('aria-invalid'), when).toBe(String(isNone));
      expect(screen.queryByText(/^Enter an amount like 0\.50\. The old limit still applies\.$/) !== null).toBe(isNone);
    }
  });

  it('shows the half price if it is requested and the model has it', async () => {
    const { give, settings } = await withFilm({ settings: { model: { endpoint: 'openai', id: 'gpt-5.4' } } }, 2_000);
    const full = Number(/\$([\d.]+)/.exec(estimate() ?? '')?.[1]);
    await give(() => settings.setCalls({ halfPrice: true }));
    expect(estimate()).toMatch(/ at half price · 100 requests$/);
    expect(Number(/\$([\d.]+)/.exec(estimate() ?? '')?.[1])).toBeLessThan(full);
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o' }));
    expect(estimate()).not.toContain('half');
  });

  it('[D9.2] during the run shows the remaining cost at half price if that is requested', async () => {
    const settings = { model: { endpoint: 'openai', id: 'gpt-5.4' } } as const;
    const { give, session, settings: inUse } = await withFilm({ ...paid, settings }, 200);
    await give(session.translate, 1_600);
    const sums = () =>
      screen
        .getByText(/^Spent: /)
        .textContent.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    const [spent = 0, full = 0] = sums();
    await give(() => inUse.setCalls({ halfPrice: true }));
    expect(sums()).toEqual([spent, expect.closeTo(spent + (full - spent) / 2, 2)]);
  });

  it('[D9.1] shows the price of a chosen model, even without a key, and names neither a model nor a price if none is chosen', async () => {
    const { give, settings } = await withFilm({ settings: { keys: keysOf({}) }, listModels: () => live() });
    expect(estimate()).toMatch(/\$(?!.*depending)/);
    expect(screen.getByText(/\$10\.00 in/)).toBeTruthy();
    await give(() => settings.showProvider('ollama'));
    expect(screen.getByText('No model of Ollama is chosen')).toBeTruthy();
    expect(screen.queryByText(/gpt/)).toBeNull();
    expect(estimate()).toMatch(/^about [^$]* out · 4 requests$/);
    expect(screen.queryByText(/for a million tokens/)).toBeNull();
    expect(boxIfAny('Price in')).toBeNull();
    expect(box('Stop at')).toBeTruthy();
  });

  it('says under a limit what it cannot count: calls to a model without a price', async () => {
    const { give, session, settings } = await withFilm({ ...paid, settings: UNKNOWN });
    await give(session.translate, 1_600);
    await give(session.stop);
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o' }));
    expect(screen.queryByText(/cannot count/)).toBeNull();
    await give(() => settings.setPrices({ stopAt: 1 }));
    const shownText = () => screen.getByText(/^“Stop at” cannot count what gpt-99 has cost/).textContent;
    expect(shownText()).toMatch(/ Choose gpt-99 under Model, enter its price, then choose your model again\.$/);
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-99' }));
    expect(shownText()).toMatch(/ is unknown\. Enter its price\.$/);
    await give(() => settings.setPrices({ own: { 'openai:gpt-99': { input: 1, output: 1 } } }));
    expect(screen.queryByText(/cannot count/)).toBeNull();
  });

  const limited = { ...paid, priceBook: { stopAt: 0.02 } };
  it('[D9.3] pauses before the limit is exceeded, says how to continue, and continues after a higher limit is entered', async () => {
    const { give, pass, session, user, requests, fill } = await withFilm(limited);
    await give(session.translate, 5_000);
    expect(requests).toHaveLength(2);
    expect(
      screen.getByText(
        /^The next request could cost more than is left under “Stop at”\. Raise the limit or clear the field, then press Continue\./,
      ),
    ).toBeTruthy();
    expect(screen.getByText(/^Paused: “Stop at” is too low for the next request/)).toBeTruthy();
    expect(box('Errors').textContent).toContain('$0.015 of $0.02 is spent');
    await fill(box('Stop at'), '1');
    expect(requests).toHaveLength(2);
    await user.keyboard('{Enter}');
    await pass(5_000);
    expect(screen.getByText('Spent: $0.03')).toBeTruthy();
  });

  it('[D9.3] leaving the field with a higher sum, or empty, sends nothing; only the button Continue continues', async () => {
    const { give, pass, session, user, requests, click } = await withFilm(limited);
    await give(session.translate, 5_000);
    for (const sum of ['1', '']) {
      await user.clear(box('Stop at'));
      if (sum !== '') await user.type(box('Stop at'), sum);
      await user.tab();
      await pass(5_000);
      expect(requests, sum).toHaveLength(2);
    }
    expect(screen.queryByRole('button', { name: 'Resume' }), 'one button to go on').toBeNull();
    await click(screen.getByRole('button', { name: 'Continue' }), 5_000);
    expect(screen.getByText('Spent: $0.03')).toBeTruthy();
  });

  it.each<[how: string, goOn: (user: UserEvent) => Promise<void>]>([
    ['its button', (user) => user.click(screen.getByRole('button', { name: 'Continue' }))],
    ['Enter', (user) => user.keyboard('{Enter}')],
  ])('[D9.3] the message itself has the field for a higher limit: %s continues with it', async (_, goOn) => {
    const { give, pass, session, settings, user, requests } = await withFilm(limited);
    await give(session.translate, 5_000);
    await user.clear(box('New limit'));
    await user.type(box('New limit'), '1');
    await pass(5_000);
    expect(requests, 'while it is typed').toHaveLength(2);
    await goOn(user);
    await pass(5_000);
    expect(settings.store.getState().prices.stopAt).toBe(1);
    expect(screen.getByText('Spent: $0.03')).toBeTruthy();
    expect(boxIfAny('New limit')).toBeNull();
    expect([document.body, null]).not.toContain(document.activeElement);
  });

  it('[D9.3] a run that its limit has paused stays paused if the new limit is unreadable or the old one, and says why', async () => {
    const { give, pass, session, user, requests } = await withFilm(limited);
    await give(session.translate, 5_000);
    const goOn = async () => {
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      await pass(5_000);
      expect(document.activeElement).toBe(box('New limit'));
    };
    const why = () => screen.queryByText(/^Raise the limit above \$0\.0\d: .*the translation has cost/);
    expect(why()).toBeNull();
    await user.click(box('New limit'));
    await user.keyboard('{Enter}');
    await pass(5_000);
    expect(why()).not.toBeNull();
    await goOn();
    expect(why()).not.toBeNull();
    await user.clear(box('New limit'));
    await user.type(box('New limit'), '0,0x');
    await goOn();
    expect(requests).toHaveLength(2);
    expect((box('New limit') as HTMLInputElement).value).toBe('0,0x');
  });

  describe('[D9.3] a run that is resumed under a limit that is still too low', () => {
    const why = () => screen.queryByText(/^Raise the limit above /)?.textContent ?? '';
    async function paused(options: RenderAppOptions = {}) {
      const page = await withFilm({ ...limited, ...options });
      await page.give(page.session.translate, 5_000);
      expect(why()).toBe('');
      return page;
    }

    it.each<[how: string, goOn: (page: Awaited<ReturnType<typeof paused>>) => Promise<void>]>([
      ['by its key', ({ user }) => user.keyboard('{Control>}{Enter}{/Control}')],
      ['by Enter under “Stop at”', ({ fill }) => fill(box('Stop at'), '0.0201{Enter}')],
    ])('says why nothing is sent, %s', async (_, goOn) => {
      const page = await paused();
      await goOn(page);
      await page.pass(5_000);
      expect(page.requests).toHaveLength(2);
      expect(why()).toContain('Raise the limit above $0.02');
    });

    it('does not call a higher limit too low before it was tried', async () => {
      const { user, click } = await paused();
      await click(screen.getByRole('button', { name: 'Continue' }), 1_000);
      expect(why()).not.toBe('');
      await user.clear(box('New limit'));
      await user.type(box('New limit'), '5');
      await user.tab();
      expect(why()).toBe('');
    });

    it('asks for the price of the model if nobody knows it, and for no higher limit', async () => {
      const { give, settings, click } = await paused();
      await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-99' }));
      await click(screen.getByRole('button', { name: 'Continue' }), 1_000);
      expect(why()).toBe('');
      const shownText = screen.getAllByRole('status').map(({ textContent }) => textContent);
      expect(shownText).toContain('Enter the price of the model first. Until then nothing is sent.');
    });
  });

  it('a sum that is being typed when its view disappears counts', async () => {
    const { give, settings, session, fill } = await withFilm(limited);
    await give(session.translate, 5_000);
    await fill(box('Stop at'), '1');
    await give(() => session.showBatch(0), 1_000);
    expect(boxIfAny('Stop at')).toBeNull();
    expect(settings.store.getState().prices.stopAt).toBe(1);
  });

  it('[D9.2] says how much of the sum was never reported', async () => {
    const { give, session } = await withFilm({
      ...paid,
      answer: ({ numbers }, count) => ({ ...success(replyOf(numbers)), usage: count === 2 ? undefined : usage }),
    });
    await give(session.translate, 5_000);
    expect(screen.getByText(/^\(\$0\.00\d+ of it estimated\)$/)).toBeTruthy();
  });

  describe('a newer model of the same provider', () => {
    const KEPT_DEFAULT = { model: { endpoint: 'openai', id: 'gpt-4-0125-preview' }, modelChosen: false } as const;
    const lists = (...ids: string[]) => ({
      listModels: () => live(...ids.map((id, index) => modelOf('openai', id, index + 1))),
    });

    it('[D9.21] a newer model that costs less is named beside the price, and one press chooses it', async () => {
      const { user, settings } = await withFilm(
        { settings: KEPT_DEFAULT, ...lists('gpt-4-0125-preview', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-6-luna') },
        1_600,
      );
      expect(screen.getByText(/^gpt-5\.4-mini is newer and would cost about \$0\.\d\d$/)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Use it' }));
      expect(settings.store.getState().model.id).toBe('gpt-5.4-mini');
      expect(screen.queryByText(/is newer and would cost/), 'it is suggested itself').toBeNull();
    });

    it.each([
      ['before the list has come', { listModels: () => new Promise<never>(() => {}) }],
      ['of one that is older', lists('gpt-5.4-mini', 'gpt-4-0125-preview')],
      [
        'of one whose price is higher',
        {
          ...lists('gpt-4-0125-preview', 'gpt-5.4-mini'),
          priceBook: { own: { 'openai:gpt-4-0125-preview': { input: 0.01, output: 0.01 } } },
        },
      ],
      ['of one whose price nobody knows', { ...lists('gpt-99', 'gpt-5.4-mini'), settings: UNKNOWN }],
    ])('[D9.21] is not named %s', async (_, options) => {
      await withFilm({ settings: KEPT_DEFAULT, ...options });
      expect(screen.queryByText(/is newer/)).toBeNull();
    });
  });

  describe('a limit below what the film will cost', () => {
    const shownText = (text: string) =>
      ['stop-at-too-low', 'limit-too-low']
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .every((words) => words === text);

    it('[D9.22] is reported beside the price and at Translate before the run, and the words disappear when the limit is raised', async () => {
      const { user, session, give, fill } = await withFilm({ priceBook: { stopAt: 0.01 } }, 200);
      expect(
        shownText(
          'The limit under “Stop at” ($0.01) is less than the film costs: the translation will pause before the end.',
        ),
      ).toBe(true);
      for (const name of ['Translate', 'Try the first batch'])
        expect(screen.getByRole('button', { name }).getAttribute('aria-describedby')).toContain('limit-too-low');
      expect(box('Stop at').getAttribute('aria-describedby')).toContain('stop-at-too-low');
      await user.clear(box('Stop at'));
      const [, low = '', high = ''] = /\$([\d.]+)–([\d.]+)/.exec(estimate() ?? '') ?? [];
      const middle = ((Number(low) + Number(high)) / 2).toFixed(2);
      await user.type(box('Stop at'), `${middle}{Enter}`);
      expect(
        shownText(
          `The limit under “Stop at” ($${middle}) may be less than the film costs: the translation may pause before the end.`,
        ),
      ).toBe(true);
      await fill(box('Stop at'), '5{Enter}');
      expect(shownText('')).toBe(true);
      await fill(box('Stop at'), '0.01{Enter}');
      await give(session.translate, 100);
      expect(document.getElementById('stop-at-too-low')?.textContent, 'the run tells it').toBe('');
    });
  });

  it('[D9.25] shows a price for each request, uses it in estimates, and shows the cost that replies state', async () => {
    const model = { ...modelOf('openrouter', 'maker/model'), price: { input: 0.1, output: 0.2, request: 0.005 } };
    const { give, session, pass, user } = await withFilm(
      {
        ...paid,
        settings: { model, keys: keysOf({ openrouter: 'k' }) },
        listModels: (endpoint) => (endpoint === 'openrouter' ? live(model) : live()),
        answer: ({ numbers }) => ({ ...success(replyOf(numbers)), usage: { ...usage, cost: 0.013 } }),
      },
      200,
    );
    await pass(1_000);
    expect(screen.getByText(/^\$0\.10 in, \$0\.20 out for a million tokens, and \$0\.005 a request ·/)).toBeTruthy();
    expect(estimate()).toMatch(/ · \$0\.04–0\.06 · 10 requests$/);
    await user.click(screen.getByRole('button', { name: 'Enter another price' }));
    expect(screen.getByText(/ what the model sends back\. In addition, each request costs \$0\.005\.$/)).toBeTruthy();
    await give(session.translate, 2_600);
    expect(screen.getByText(/^Spent: \$0\.026 of about \$0\.13$/)).toBeTruthy();
    await pass(12_000);
    expect(screen.getByText('Spent: $0.13')).toBeTruthy();
    expect(screen.getByText('(as reported by the provider)')).toBeTruthy();
  });

  it('[D9.20] for a price that depends on the hour, shows the highest one as such, and the present one', async () => {
    await withFilm(
      { settings: { model: { endpoint: 'deepseek', id: 'deepseek-v4-flash' }, keys: keysOf({ deepseek: 'k' }) } },
      4_000,
    );
    expect(
      screen.getByText(
        /^now \$0\.22 in, \$0\.66 out for a million tokens; at other hours up to \$0\.44 in, \$1\.32 out/,
      ),
    ).toBeTruthy();
    expect(estimate()).toMatch(/ out · at most \$0\.\d\d · 200 requests$/);
  });

  it('[D9.23] shows no sum for a run on a server on this computer, because $0 says nothing new', async () => {
    const { give, session, requests } = await withFilm({
      settings: { model: { endpoint: 'ollama', id: 'gemma' } },
    });
    await give(session.translate, 1_600);
    expect(requests.length).toBeGreaterThan(0);
    expect(screen.queryByText(/^Tokens:/)).not.toBeNull();
    expect(screen.queryByText(/^Spent:/)).toBeNull();
  });

  it("[D9.26] asks for the price of a model at another address, or at Ollama's own computers, and counts with it", async () => {
    const { user, settings, give } = await withFilm({ settings: { model: { endpoint: 'local', id: 'gpt-5.4' } } });
    for (const model of [settings.store.getState().model, { endpoint: 'ollama', id: 'gpt-oss:120b-cloud' } as const]) {
      await give(() => settings.pickModel(model));
      expect(screen.getByText('The price of this model is unknown. Enter it to see what the film costs.')).toBeTruthy();
      expect(estimate()).not.toContain('$');
    }
    await user.type(box('Price in'), '2');
    await user.type(box('Price out'), '8{Enter}');
    expect(estimate()).toContain('$');
  });

  it('[D9.26] under a limit sends nothing to a gateway at this computer before its price is entered', async () => {
    const { give, session, requests, settings, pass } = await withFilm({
      ...limited,
      settings: { model: { endpoint: 'local', id: 'gpt-5.4' } },
    });
    await give(session.translate, 1_600);
    expect(requests).toEqual([]);
    expect(box('Errors').textContent).toBe('The price of gpt-5.4 is not known.');
    expect(screen.getByText(/Enter the price under Price, choose another model, or clear “Stop at”/)).toBeTruthy();
    expect(screen.getByText(/^Paused: the price of this model is unknown/)).toBeTruthy();
    expect(screen.queryByText(/higher limit/)).toBeNull();
    await give(() => settings.setPrices({ own: { 'local:gpt-5.4': { input: 2.5, output: 10 } } }));
    await give(session.resume);
    await pass(5_000);
    expect(requests).toHaveLength(2);
  });
});

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['2.', 2],
  ['1,50', 1.5],
  ['$ 3', 3],
  ['-1', undefined],
  ['1e9', undefined],
  ['1.2.3', undefined],
  ['1,000.50', undefined],
  ['much', undefined],
  ['9'.repeat(400), undefined],
])('"%s" is read as %s', (text, sum) => {
  expect(parseSum(text)).toBe(sum);
});
