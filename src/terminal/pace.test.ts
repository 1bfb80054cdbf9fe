import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createForms, createPace } from './pace.ts';

test('the program stores its files in the folder that the environment names, or else in the user’s home', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pace-'));
  createForms({ XDG_STATE_HOME: folder, HOME: '/nowhere' }).write({});
  createForms({ XDG_STATE_HOME: 'relative', HOME: join(folder, 'home') }).write({});
  expect(await readdir(folder, { recursive: true })).toEqual(
    expect.arrayContaining(['.', 'home/.local/state'].map((place) => join(place, 'subtitle-translator', 'forms.json'))),
  );
  await rm(folder, { recursive: true });
});

test('for a user without a home, as in some containers, the program begins without stored facts', () => {
  vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw new Error('uv_os_homedir returned ENOENT (no such file or directory)');
  });
  syncBuiltinESMExports();
  const forms = createForms({});
  forms.write({});
  expect(forms.read()).toEqual({});
  expect(() => createPace({})).not.toThrow();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
