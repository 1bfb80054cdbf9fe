import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { picks, renderApp } from '../../../test/render-app.tsx';
import { projectOf } from '../../../test/series-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { EMPTY_WORK } from '../../film/film.ts';
import { fail, ok } from '../../lib/result.ts';

const open = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Open project' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save project' });
const notices = () => screen.getByRole('status', { name: 'Notices' }).textContent;

describe('ProjectActions', () => {
  it('saves the project once there is something to save', async () => {
    const { session, give, user, pageCommands } = await renderApp();
    expect(save().disabled).toBe(true);
    await give(() => session.edit('original', sampleSrt(1)));
    await user.click(save());
    expect(pageCommands.saveProject).toHaveBeenCalledOnce();
  });

  it('[D5.21] exports the settings with the options of the file, and shows why it does not', async () => {
    const exportSettings = vi.fn(async (): Promise<string | undefined> => undefined);
    const { user, page } = await renderApp({ commands: { exportSettings } });
    page.setState({ saving: { main: null, options: { lineEnds: 'tv' } } });
    const exportButton = () => screen.getByRole('button', { name: 'Export settings' });
    await user.click(exportButton());
    expect(exportSettings).toHaveBeenCalledExactlyOnceWith({ lineEnds: 'tv' });
    exportSettings.mockResolvedValue('The prompt holds a key.');
    await user.click(exportButton());
    expect(notices()).toContain('The prompt holds a key.');
  });

  it('[D1.3] opens the first subtitle file of a folder, while another film can be opened', async () => {
    Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', {
      value: false,
      writable: true,
      configurable: true,
    });
    const { user, session, give, settle } = await renderApp();
    const picker = picks(...['Film 10.srt', 'Film 2.srt', 'Film.mkv'].map((name) => new File([sampleSrt(3)], name)));
    const folder = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Open folder…' });
    await user.click(folder());
    expect(picker()?.webkitdirectory).toBe(true);
    await settle(100);
    expect(session.store.getState()).toMatchObject({
      fileName: 'Film 2.srt',
      notices: [{ kind: 'one-of-several', name: 'Film 2.srt', left: 1 }],
    });
    await give(session.translate);
    expect(folder().disabled).toBe(true);
    Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
  });

  it('opens the chosen file, and removes the refusal of an earlier one', async () => {
    const opened = vi.fn(async () => true);
    const readProject = async (text: string) =>
      text === 'bad' ? fail('This is not a project file.') : ok(projectOf(EMPTY_WORK, opened));
    const { user } = await renderApp({ commands: { readProject } });
    const picker = picks(new File(['bad'], 'a.json'));
    await user.click(open());
    expect(picker()?.accept).toBe('.json');
    expect(notices()).toContain('This is not a project file.');
    expect(opened).not.toHaveBeenCalled();
    picks(new File(['good'], 'b.json'));
    await user.click(open());
    expect(notices()).not.toContain('This is not a project file.');
    expect(opened).toHaveBeenCalledOnce();
  });

  it('says what is wrong with a file that is too large, or cannot be read', async () => {
    const { user, pageCommands } = await renderApp();
    const text = vi.fn(() => Promise.reject(new DOMException('gone', 'NotFoundError')));
    picks({ name: 'film.json', size: 200 * 1024 * 1024 + 1, text });
    await user.click(open());
    expect(notices()).toContain('"film.json" is too large for a project file.');
    expect(text).not.toHaveBeenCalled();
    picks({ name: 'gone.json', size: 10, text });
    await user.click(open());
    expect(notices()).toContain('"gone.json" could not be read.');
    expect(pageCommands.readProject).not.toHaveBeenCalled();
  });
});
