import { expect, test, vi } from 'vitest';
import { savedFiles } from '../../../test/render-app.tsx';
import { pass, three } from '../../../test/series-harness.ts';
import { EMPTY_WORK, isUnsaved, type Work } from '../../film/film.ts';
import { ok } from '../../lib/result.ts';
import { saveResult } from './save.ts';
import { saveFinishedPart } from './save-part.ts';
import type { Services } from './services.tsx';

test('[D18.2] a finished part is saved as its own film, also if another film is opened meanwhile', async () => {
  const film = (fileName: string): Work => ({ ...EMPTY_WORK, fileName, sourceText: fileName });
  let open = film('A.srt');
  const saved: string[] = [];
  const session = {
    store: { getState: () => open },
    writeResult: async () => {},
    noteSaved: ({ fileName }: Work) => void saved.push(fileName),
    analysis: {
      async askOf(of: Work, name: string) {
        open = film('B.vtt');
        if (name === 'assembleFinished') return ok({ text: `part of ${of.fileName}`, translated: 1, total: 2 });
        return { name: `as ${of.fileName}`, text: `finished ${of.fileName}` };
      },
    },
  };
  const page = { getState: () => ({ saving: { main: null, options: {} } }), setState: () => {} };
  const settings = { store: { getState: () => ({ prompt: '' }) } };
  const files = savedFiles();
  await saveFinishedPart({ session, page, settings } as unknown as Services, 'save-as');
  expect(await files()).toEqual([['as A.srt', 'finished A.srt']]);
  expect(saved).toEqual(['A.srt']);
});

test('[D18.2] a film counts as saved, also if another film is opened while its file is made', async () => {
  vi.useFakeTimers();
  const tab = await three();
  void tab.desk.translate();
  await pass(20_000);
  const files = savedFiles();
  const { session } = tab;
  const slow = {
    ...session.analysis,
    async askOf(...asked: Parameters<typeof session.analysis.askOf>) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return session.analysis.askOf(...asked);
    },
  };
  void saveResult({ ...tab, session: { ...session, analysis: slow } } as unknown as Services, 'save-as');
  await pass(500);
  void tab.open('E2.srt');
  await pass(5_000);
  expect((await files()).map(([name]) => name)).toEqual(['E1.pt.srt']);
  expect(tab.view().rows.map(({ isSaved }) => isSaved)).toEqual([true, false, false]);
  void tab.open('E1.srt');
  await pass(500);
  expect(isUnsaved(session.store.getState())).toBe(false);
});
