import { expect, test } from 'vitest';
import { savedFiles } from '../../../test/render-app.tsx';
import { EMPTY_WORK, type Work } from '../../film/film.ts';
import { ok } from '../../lib/result.ts';
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
