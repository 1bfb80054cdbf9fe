import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeStorage } from '../../../../test/fake-storage.ts';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { resultsOf } from '../../../engine/batch.ts';
import type { SettingsInUse } from '../../../film/film.ts';
import { settingsOfSteps } from '../../../film/run-part.ts';
import { DEFAULT_PROMPT } from '../../../languages/default-prompt.ts';
import { standardPrompt } from '../../../languages/prompt-language.ts';
import type { KeptSettings } from '../../../settings/settings.ts';
import { createPreferences } from '../../../storage/preferences.ts';
import { formatSrt } from '../../../subtitles/srt.ts';
import { createLineJudge } from '../lines/line-facts.ts';

const panel = () => within(screen.getByRole('region', { name: 'Translation' }));
const field = (name: string) => panel().getByRole<HTMLInputElement>('combobox', { name });
const shown = () => ['From', 'Into', 'Tone'].map((name) => field(name).value);
const options = () =>
  panel()
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const promptText = () => panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value;
const offer = () => panel().queryByRole('button', { name: /^Use the standard prompt/ });

const ENGLISH_FILM = formatSrt(
  ['What is it that you want?', 'I have to go to the house.', 'And this was for you.'].map((text, index) => ({
    number: index + 1,
    time: `00:00:0${index},000 --> 00:00:0${index + 1},000`,
    text,
  })),
);

describe('Languages', () => {
  async function open({ film = '', ...options }: RenderAppOptions & { readonly film?: string } = {}) {
    const page = await renderApp({ settings: { prompt: DEFAULT_PROMPT }, ...options });
    if (film) await page.give(() => page.session.openSource(film, []), 10);
    return page;
  }

  it('[D11.2] shows the detected language at once, also when the fields are drawn again', async () => {
    const cue = (_: unknown, at: number) =>
      `00:${at + 10}.000 --> 00:${at + 11}.000\nWhat is it that you want? I have to go to the house.\n\n`;
    const { give, session, eventually } = await open({ film: `WEBVTT\n\n${Array.from({ length: 25 }, cue).join('')}` });
    await eventually(() => expect(shown()[0]).toBe('Detected: English'));
    await give(() => session.translate({ only: 'first-batch' }), 2_000);
    await give(() => session.showBatch(0), 200);
    expect(panel().queryByRole('combobox', { name: 'From' })).toBeNull();
    const before: (string | null)[] = [];
    const observer = new MutationObserver((changes) => before.push(...changes.map(({ oldValue }) => oldValue)));
    observer.observe(document.body, { subtree: true, attributeFilter: ['value'], attributeOldValue: true });
    await give(() => session.showBatch(null), 200);
    observer.disconnect();
    expect(shown()[0]).toBe('Detected: English');
    expect(before).not.toContain('Detected');
  });

  it('[D11.2] says from which language the film is sent if its language is unclear, and asks to choose one if the prompt names none', async () => {
    const { give, settings } = await open({ film: '1\n00:00:01,000 --> 00:00:02,000\nOh!\n' });
    expect(promptText()).toBe(DEFAULT_PROMPT);
    expect(shown()).toEqual(['Unknown, sent as Russian', 'Portuguese', 'informal']);
    await give(() => settings.setPrompt('Translate from English into Welsh.'), 10);
    expect(shown()).toEqual(['Unknown, sent as English', 'Welsh', 'informal']);
    await give(() => settings.setPrompt('Translate into Welsh.'), 10);
    expect(shown()).toEqual(['Language unknown: choose one', 'Welsh', 'informal']);
  });

  it('[D11.2] writes the standard prompt for the languages and the tone that are chosen', async () => {
    const { user, pass, click, give } = await open({ film: ENGLISH_FILM });
    expect(shown()).toEqual(['Detected: English', 'Portuguese', 'informal']);
    await user.click(field('Into'));
    await user.keyboard('germ{Enter}');
    await pass(10);
    expect(promptText()).toBe(standardPrompt({ from: 'en', into: 'de', tone: 'informal' }));
    await user.click(field('Tone'));
    await click(panel().getByRole('option', { name: 'formal' }), 10);
    expect(promptText()).toBe(standardPrompt({ from: 'en', into: 'de', tone: 'formal' }));
    await user.click(field('From'));
    await click(panel().getByRole('option', { name: 'Dutch' }), 10);
    expect(promptText()).toBe(standardPrompt({ from: 'nl', into: 'de', tone: 'formal' }));
    expect(shown()).toEqual(['Dutch', 'German', 'formal']);
    // Two choices, one right after the other, before the first one is drawn everywhere.
    await give(() => {
      for (const [label, value] of [
        ['Into', 'Spanish'],
        ['Tone', 'neutral'],
      ] as const) {
        fireEvent.focus(field(label));
        fireEvent.change(field(label), { target: { value } });
        fireEvent.keyDown(field(label), { key: 'Enter' });
      }
    }, 10);
    expect(promptText()).toBe(standardPrompt({ from: 'nl', into: 'es', tone: 'neutral' }));
  });

  /** The page with an English film, whose Undo brings back settings. */
  async function withSteps(settings: Partial<KeptSettings> = {}) {
    let steps: ReturnType<typeof settingsOfSteps> | undefined;
    const page = await open({
      film: ENGLISH_FILM,
      settings: { prompt: DEFAULT_PROMPT, ...settings },
      settingsOfSteps: {
        inUse: () => steps?.inUse() as SettingsInUse,
        bringBack: (back) => steps?.bringBack(back),
      },
    });
    steps = settingsOfSteps(page.settings);
    return page;
  }

  it('[D18.30] Ctrl+Z outside of text undoes a choice of a language and names it, and Ctrl+Y redoes it', async () => {
    const { user, pass, give } = await withSteps();
    const prompts = [DEFAULT_PROMPT, standardPrompt({ from: 'en', into: 'de', tone: 'informal' })];
    expect(promptText()).toBe(prompts[0]);
    await user.click(field('Into'));
    await user.keyboard('germ{Enter}');
    await pass(10);
    await give(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Control>}z{/Control}');
    await pass(10);
    expect([promptText(), field('Into').value]).toEqual([prompts[0], 'Portuguese']);
    expect(document.body.textContent).toContain('Undone: changing the prompt (English → German, informal).');
    await user.keyboard('{Control>}y{/Control}');
    await pass(10);
    expect([promptText(), field('Into').value]).toEqual([prompts[1], 'German']);
  });

  it('[D18.30] Undo of a choice also takes back what the fields show and what a later choice is made with', async () => {
    const { user, pass, give, session, settings, click } = await withSteps();
    const choose = async (name: string, option: string) => {
      await user.click(field(name));
      await click(panel().getByRole('option', { name: option }), 10);
    };
    await choose('From', 'Dutch');
    await choose('From', 'French');
    await choose('Tone', 'formal');
    expect([shown(), settings.store.getState().languages.toneChosen]).toEqual([
      ['French', 'Portuguese', 'formal'],
      'formal',
    ]);
    await give(session.undo, 10);
    expect([shown()[2], settings.store.getState().languages.toneChosen]).toEqual(['informal', null]);
    await give(session.undo, 10);
    expect(shown()).toEqual(['Dutch', 'Portuguese', 'informal']);
    await give(session.undo, 10);
    expect(shown()).toEqual(['Detected: English', 'Portuguese', 'informal']);
    await give(session.redo, 10);
    expect(shown()[0]).toBe('Dutch');
    await give(session.undo, 10);
    await choose('Into', 'German');
    await pass(10);
    expect(promptText()).toBe(standardPrompt({ from: 'en', into: 'de', tone: 'informal' }));
  });

  it.each([
    ['a language of the film that was chosen', 'From', 'French', ''],
    ['a language that waits beside an own prompt', 'Into', 'German', ' No slang.'],
  ])('[D11.20] after a reset the fields show the languages of the prompt, not %s', async (_, name, chosen, typed) => {
    const { user, pass, click } = await open({ film: ENGLISH_FILM });
    if (typed) await user.type(panel().getByRole('textbox', { name: 'Prompt' }), typed);
    await user.click(field(name));
    await click(panel().getByRole('option', { name: chosen }), 10);
    expect(shown()).toContain(chosen);
    await click(panel().getByRole('button', { name: 'Reset to the standard prompt' }), 10);
    await pass(200);
    expect(shown()).toEqual(['Detected: English', 'Portuguese', 'informal']);
  });

  it('[D18.30] Undo of a reset is the same as “Undo reset”, and Undo of a choice leaves “Undo reset” as it is', async () => {
    const own = 'Translate it from English into Portuguese, as if my grandmother spoke.';
    const { user, give, session, settings, click } = await withSteps({ prompt: own });
    const button = (name: string) => panel().queryByRole('button', { name });
    await click(button('Reset to the standard prompt') as HTMLElement, 10);
    await give(session.undo, 10);
    expect([settings.store.getState().prompt, button('Undo reset')]).toEqual([own, null]);
    await give(session.redo, 10);
    await user.click(field('From'));
    await click(panel().getByRole('option', { name: 'French' }), 10);
    await give(session.undo, 10);
    await click(button('Undo reset') as HTMLElement, 10);
    expect(settings.store.getState().prompt).toBe(own);
  });

  it.each([
    ['a standard prompt', ''],
    ['a prompt that was changed by hand, and the standard prompt that is offered then', ' No slang.'],
  ])('[D15.42] lines are judged by the tone that a person has chosen, beside %s', async (_, typed) => {
    const { user, session, settings, click } = await open({ film: ENGLISH_FILM });
    const tone = () => createLineJudge(session, settings).choices().tone;
    expect(tone()).toBeUndefined();
    if (typed) await user.type(panel().getByRole('textbox', { name: 'Prompt' }), typed);
    // The tone that is shown is a choice, too, once a person has chosen it.
    for (const name of ['informal', 'formal', 'informal']) {
      await user.click(field('Tone'));
      await click(panel().getByRole('option', { name }), 10);
      expect(settings.store.getState().languages.toneChosen).toBe(name);
    }
    if (typed) await click(offer() as HTMLElement, 10);
    expect(promptText()).toContain('into informal Portuguese');
    expect(tone()).toBe('informal');
    const kept = createPreferences(createFakeStorage());
    kept.languages.write(settings.store.getState().languages);
    expect(kept.languages.read().toneChosen, 'after a reload').toBe('informal');
  });

  it('[D11.2] never overwrites a prompt that a person changed, but offers the standard prompt', async () => {
    const { user, pass, settings, click } = await open({ film: ENGLISH_FILM });
    await user.click(field('Into'));
    await user.click(panel().getByRole('option', { name: 'German' }));
    await user.type(panel().getByRole('textbox', { name: 'Prompt' }), ' No slang.');
    await pass(10);
    const own = promptText();
    await user.click(field('Into'));
    await user.keyboard('french{Enter}');
    await pass(10);
    expect(promptText()).toBe(own);
    expect(field('Into').value).toBe('French');
    expect(offer()?.textContent).toBe('Use the standard prompt for English → French');
    await click(offer() as HTMLElement, 10);
    expect(promptText()).toBe(standardPrompt({ from: 'en', into: 'fr', tone: 'informal' }));
    expect(offer()).toBeNull();
    await user.click(panel().getByRole('button', { name: 'Undo reset' }));
    expect(settings.store.getState().prompt).toBe(own);
    await user.click(panel().getByRole('button', { name: 'Reset to the standard prompt' }));
    expect(settings.store.getState().prompt).toBe(DEFAULT_PROMPT);
  });

  it('[D11.3] says when film and prompt disagree, and offers the prompt that does not', async () => {
    const own = `${DEFAULT_PROMPT} No slang.`;
    const { pass, click } = await open({ film: ENGLISH_FILM, settings: { prompt: own } });
    await pass(1_000);
    expect(panel().getByText('The film seems to be in English, but the prompt translates from Russian.')).toBeDefined();
    expect(promptText()).toBe(own);
    await click(panel().getByRole('button', { name: 'Use the standard prompt for English → Portuguese' }), 10);
    expect(panel().queryByText(/^The film seems/)).toBeNull();
    expect(promptText()).toBe(standardPrompt({ from: 'en', into: 'pt', tone: 'informal' }));
  });

  describe('a standard prompt that nobody has edited', () => {
    const EN_PT = standardPrompt({ from: 'en', into: 'pt', tone: 'informal' });
    const undo = () => panel().queryByRole('button', { name: /^Undo: the prompt/ });
    const sentences = (text: string) => ENGLISH_FILM.replace(/^[A-Z].*$/gm, text);
    const RUSSIAN_FILM = sentences('Я не знаю, что ты хочешь сказать мне сегодня.');
    const SPANISH_FILM = sentences('No es lo que está con los del una por el que pero.');
    /** Replaces the film by another one. */
    async function another({ give, session }: Awaited<ReturnType<typeof open>>, film: string) {
      await give(() => session.openSource(film, []), 1_000);
    }

    it('[D11.20] follows the film, and the page says so with Undo; after Undo it stays', async () => {
      const page = await open();
      await page.give(() => page.session.openSource(ENGLISH_FILM, []));
      while (promptText() !== EN_PT) {
        expect([panel().queryByText(/^The film seems/), offer()]).toEqual([null, null]);
        await page.pass(10);
      }
      await page.pass(1_000);
      expect(promptText()).toBe(EN_PT);
      expect(
        panel().getByText('The prompt was changed to match the film: English → Portuguese.', { exact: false }),
      ).toBeDefined();
      expect(panel().queryByText(/^The film seems/)).toBeNull();
      expect(panel().queryByRole('button', { name: 'Reset to the standard prompt' })).toBeNull();
      await another(page, RUSSIAN_FILM);
      expect(promptText(), 'with a Russian film nothing is changed').toBe(DEFAULT_PROMPT);
      expect(undo()).toBeNull();
      await another(page, SPANISH_FILM);
      expect(promptText()).toBe(standardPrompt({ from: 'es', into: 'pt', tone: 'informal' }));
      await another(page, '1\n00:00:01,000 --> 00:00:02,000\nOh!\n');
      expect(undo(), 'of no film whose language is sure').toBeNull();
      await another(page, ENGLISH_FILM);
      await page.click(undo() as HTMLElement, 1_000);
      expect(promptText()).toBe(DEFAULT_PROMPT);
      expect(document.activeElement).toBe(field('From'));
      await another(page, SPANISH_FILM);
      expect(promptText(), 'the person has chosen it').toBe(DEFAULT_PROMPT);
    });

    it('[D18.30] is about to follow while files of a series are read: until a moment later the page does not say that it names another language', async () => {
      const { give, pass, page, session } = await open();
      const says = () => [panel().queryByText(/^The film seems to be in English/) !== null, offer() !== null];
      const read = (reading: number) =>
        give(() => page.setState({ series: { ...page.getState().series, reading } }), 300);
      await read(2);
      await give(() => {
        session.openSource(ENGLISH_FILM, []);
        void session.nameFilm('one');
      }, 1_000);
      expect([promptText(), ...says()]).toEqual([DEFAULT_PROMPT, false, false]);
      await read(0);
      expect(says()).toEqual([false, false]);
      await pass(1_000);
      expect(says()).toEqual([true, true]);
    });

    it('[D11.20] keeps following after Into and Tone are chosen; the chosen language and tone stay', async () => {
      const page = await open();
      const EN_DE = standardPrompt({ from: 'en', into: 'de', tone: 'formal' });
      await page.user.click(field('Into'));
      await page.user.keyboard('germ{Enter}');
      await page.user.click(field('Tone'));
      await page.user.keyboard('formal{Enter}');
      await another(page, ENGLISH_FILM);
      expect(promptText()).toBe(EN_DE);
      expect(panel().queryByText(/but the prompt says/)).toBeNull();
      await another(page, RUSSIAN_FILM);
      expect(promptText()).toBe(standardPrompt({ from: 'ru', into: 'de', tone: 'formal' }));
      await another(page, ENGLISH_FILM);
      await page.click(undo() as HTMLElement, 1_000);
      expect(promptText()).toBe(standardPrompt({ from: 'ru', into: 'de', tone: 'formal' }));
    });

    it('[D11.20] follows a film during whose analysis Into is chosen, and Translate asks nothing', async () => {
      const page = await open();
      await page.give(() => page.session.openSource(ENGLISH_FILM, []));
      await page.user.click(field('Into'));
      await page.user.keyboard('germ{Enter}');
      await page.click(panel().getByRole('button', { name: 'Translate' }), 2_000);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(page.settings.store.getState().prompt).toBe(standardPrompt({ from: 'en', into: 'de', tone: 'informal' }));
    });

    it('[D11.20] follows no film once a person has typed, or chosen From; Reset lets it follow again', async () => {
      const page = await open();
      await page.user.click(field('From'));
      await page.user.keyboard('dutch{Enter}');
      await another(page, ENGLISH_FILM);
      expect(promptText()).toBe(standardPrompt({ from: 'nl', into: 'pt', tone: 'informal' }));
      await page.give(() => page.settings.setPrompt('mine'));
      await page.give(() => page.settings.setPrompt(DEFAULT_PROMPT));
      await another(page, SPANISH_FILM);
      expect(promptText(), 'typed, letter by letter').toBe(DEFAULT_PROMPT);
      await page.give(() => page.settings.setPrompt('mine'));
      await page.click(panel().getByRole('button', { name: 'Reset to the standard prompt' }), 1_000);
      expect(promptText()).toBe(standardPrompt({ from: 'es', into: 'pt', tone: 'informal' }));
      await page.user.click(panel().getByRole('button', { name: 'Undo reset' }));
      await another(page, ENGLISH_FILM);
      expect(promptText()).toBe('mine');
    });
  });

  describe('Reset to the standard prompt in a run that is stopped', () => {
    const EN_DE = standardPrompt({ from: 'en', into: 'de', tone: 'informal' });
    const LONG_FILM = formatSrt(
      Array.from({ length: 240 }, (_, index) => ({
        number: index + 1,
        time: `00:${String(10 + Math.floor(index / 60))}:${String(10 + (index % 50))},000 --> 00:59:59,000`,
        text: 'What is it that you want? I have to go to the house.',
      })),
    );
    it('[D11.22] is that of the film and the languages in use', async () => {
      const { session, settings, give, pass, click, user } = await open();
      for (const [what, prompt, then = prompt] of [
        ['a prompt of their own into German', 'Translate politely into German.', undefined],
        ['a standard one that was changed', EN_DE, `${EN_DE} No slang.`],
        ['one that names the film’s language, too', 'From English to German, please.', ''],
        ['one that was emptied', 'Translate politely into German.', ''],
        ['one without a language in its place', 'Translate politely into German.', 'Be polite.'],
      ] as const) {
        await give(() => settings.setPrompt(prompt));
        await give(() => session.openSource(LONG_FILM, []), 10);
        await give(() => void session.translate());
        await give(() => session.stop());
        await pass(1_000);
        await give(() => settings.setPrompt(then));
        await click(panel().getByRole('button', { name: 'Reset to the standard prompt' }), 100);
        expect(settings.store.getState().prompt, what).toBe(EN_DE);
        expect(panel().queryByRole('button', { name: 'Reset to the standard prompt' })).toBeNull();
        if (then !== '') {
          await user.click(panel().getByRole('button', { name: 'Undo reset' }));
          expect(settings.store.getState().prompt).toBe(then);
        }
        await give(() => session.clear('all'));
      }
    });
  });

  it('[D11.22] in a run that is stopped nothing offers the specified default for another film', async () => {
    const { session, give, pass } = await open({ film: ENGLISH_FILM });
    await pass(1_000);
    const undo = () => panel().queryByRole('button', { name: 'Undo: the prompt was changed to match the film' });
    expect(undo()).not.toBeNull();
    await give(() => void session.translate());
    await give(() => session.stop());
    await pass(100);
    expect(undo()).toBeNull();
  });

  describe('before a run with a prompt that says another language', () => {
    const own = `${DEFAULT_PROMPT} No slang.`;
    const dialog = () =>
      screen.queryByRole('dialog', {
        name: 'The film seems to be in English, but the prompt translates from Russian.',
      });
    const press = (name: string) => within(dialog() as HTMLElement).getByRole('button', { name });

    it.each(['Try the first batch', 'Ctrl+Enter'])(
      '[D11.21] %s asks about the language, and sends nothing before the answer',
      async (how) => {
        const { user, pass, requests, state, settings, click } = await open({
          film: ENGLISH_FILM,
          settings: { prompt: own },
        });
        const begin = () =>
          how === 'Ctrl+Enter'
            ? user.keyboard('{Control>}{Enter}{/Control}')
            : user.click(panel().getByRole('button', { name: how }));
        await begin();
        await pass(1_000);
        expect(requests).toEqual([]);
        await click(press('Cancel'), 1_000);
        expect(dialog()).toBeNull();
        expect(resultsOf(state())).toEqual([]);
        await begin();
        await pass(1_000);
        await click(press('Translate with my prompt as it is'), 2_000);
        expect(requests).toHaveLength(1);
        expect(settings.store.getState().prompt).toBe(own);
      },
    );

    it('[D11.21] an answer holds for this film and prompt; the standard prompt is one press away', async () => {
      const { pass, requests, give, session, settings, click } = await open({
        film: ENGLISH_FILM,
        settings: { prompt: own },
      });
      const translate = async () => {
        await click(panel().getByRole('button', { name: 'Translate' }), 1_000);
      };
      await translate();
      await click(press('Translate with my prompt as it is'), 2_000);
      await give(() => session.clear('all'));
      await give(() => session.openSource(ENGLISH_FILM, []));
      await translate();
      expect(dialog()).toBeNull();
      await pass(2_000);
      expect(requests).toHaveLength(2);
      await give(() => session.clear('all'));
      await give(() => session.openSource(`${ENGLISH_FILM}\n`, []));
      await translate();
      await click(press('Use the standard prompt for English → Portuguese'), 2_000);
      expect(requests).toHaveLength(3);
      expect(settings.store.getState().prompt).toBe(standardPrompt({ from: 'en', into: 'pt', tone: 'informal' }));
    });

    it('[D11.21] does not ask where film and prompt agree, or the prompt names no language', async () => {
      const { requests, click } = await open({
        film: ENGLISH_FILM,
        settings: { prompt: 'Translate into Welsh.' },
      });
      await click(panel().getByRole('button', { name: 'Translate' }), 2_000);
      expect(requests).toHaveLength(1);
    });
  });

  it('[D11.2] the fields show what the prompt says, find a language by any name or code, and forget what is no language', async () => {
    const { user, pass } = await open();
    expect(shown()).toEqual(['Detected', 'Portuguese', 'informal']);
    expect(promptText()).toBe(DEFAULT_PROMPT);
    expect(offer()).toBeNull();
    const into = field('Into');
    await user.click(into);
    const found = (typed: string) => {
      fireEvent.change(into, { target: { value: typed } });
      return options()[0];
    };
    const names = {
      nor: 'Norwegian',
      eo: 'Esperanto',
      eston: 'Estonian',
      deut: 'German',
      日本: 'Japanese',
      עבר: 'Hebrew',
      turkce: 'Turkish',
      ελλ: 'Greek',
      espanol: 'Spanish',
      ['Français'.normalize('NFD')]: 'French',
      廣東話: 'Cantonese',
      русский: 'Russian',
      中文: 'Chinese',
      brasil: 'Brazilian Portuguese',
      简体: 'Simplified Chinese',
      méxico: 'Mexican Spanish',
    };
    expect(Object.fromEntries(Object.keys(names).map((typed) => [typed, found(typed)]))).toEqual(names);
    fireEvent.change(into, { target: { value: '日本語' } });
    // Safari marks the key that ends a composition only by its code.
    for (const pressed of [{ isComposing: true }, { keyCode: 229 }])
      for (const key of ['ArrowDown', 'Escape', 'Enter'])
        expect(fireEvent.keyDown(into, { key, ...pressed })).toBe(true);
    expect(into.value).toBe('日本語');
    expect(options()).toContain('Japanese');
    fireEvent.change(into, { target: { value: 'xyzzy' } });
    expect(panel().getByText('No match.')).toBeDefined();
    await user.tab();
    await pass(10);
    expect(into.value).toBe('Portuguese');
    expect(into.getAttribute('aria-expanded')).toBe('false');
    expect(promptText()).toBe(DEFAULT_PROMPT);
    await user.click(into);
    fireEvent.change(into, { target: { value: '日本語' } });
    fireEvent.keyDown(into, { key: 'Enter' });
    expect(into.value).toBe('Japanese');
  });

  it('[D12.41] the beginning of a language’s name that is itself a language is not chosen when another window comes to the front', async () => {
    const { user, settings, fill } = await open();
    const before = settings.store.getState().prompt;
    await fill(field('Into'), 'Malay');
    fireEvent.blur(field('Into'));
    expect(settings.store.getState().prompt).toEqual(before);
    expect(field('Into').value).toBe('Malay');
    await user.type(field('Into'), 'alam');
    await user.tab();
    expect(settings.store.getState().prompt).toContain('into informal Malayalam');
  });

  it('lists the languages used last first, and keeps them', async () => {
    const storage = createFakeStorage();
    const { user, pass } = await open({ storage });
    for (const name of ['German', 'French', 'German']) {
      await user.click(field('Into'));
      await user.keyboard(`${name}{Enter}`);
      await pass(10);
    }
    await user.click(field('Into'));
    expect(options().slice(0, 3)).toEqual(['German', 'French', 'Afrikaans']);
    expect(createPreferences(storage).languages.read().recent).toEqual(['de', 'fr']);
    await user.keyboard('{Escape}');
    expect(panel().queryAllByRole('option', { name: 'French' })).toEqual([]);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await pass(10);
    expect(field('Into').value).toBe('French');
  });

  it('[D11.4] keeps prompts under names, uses one again without losing the present one, and forgets one', async () => {
    const storage = createFakeStorage();
    const { user, settings, click } = await open({ storage, settings: { prompt: 'Like a pirate.' } });
    const prompt = () => settings.store.getState().prompt;
    await user.click(panel().getByText('My prompts'));
    await user.type(panel().getByRole('textbox', { name: 'Name of this prompt' }), 'Pirate{Enter}');
    await user.click(panel().getByRole('button', { name: 'Reset to the standard prompt' }));
    expect(prompt()).toBe(DEFAULT_PROMPT);
    await click(panel().getByRole('button', { name: 'Pirate' }), 10);
    expect(prompt()).toBe('Like a pirate.');
    expect(createPreferences(storage).languages.read().prompts).toEqual([{ name: 'Pirate', text: 'Like a pirate.' }]);
    await user.click(panel().getByRole('button', { name: 'Delete the prompt Pirate' }));
    expect(panel().queryByRole('button', { name: 'Pirate' })).toBeNull();
  });
});
