import { expect, test } from 'vitest';
import { readableFilm } from '../../test/readable-film.ts';
import { formatProject, parseProject } from '../project.ts';
import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { formatSession, parseSession } from './film-codec.ts';

const film = readableFilm(45);
const state = {
  ...film,
  details: film.details.map((each, index) => (index === 1 ? { ...each, provenance: 1 } : each)),
  provenances: [null, { prompt: 'Translate.', model: { endpoint: 'groq' as const, id: 'meta-llama/llama-4' } }],
};

test('[D11.5] with which prompt and model a batch was made outlives a reload, other endpoints included', () => {
  const texts = formatSession(state);
  const { state: read, broken } = parseSession({ read: (key) => texts[key], torn: false });
  expect([read.provenances, read.details[1]?.provenance, [...broken]]).toEqual([state.provenances, 1, []]);
  const stored = JSON.parse(texts.sessionExtras);
  expect([stored.makings.length, stored.details[1].making]).toEqual([2, 1]);
});

test('[D11.5] it is in the project file', () => {
  const project = parseProject(formatProject({ session: state, prompt: 'Other.', model: DEFAULT_MODEL }));
  expect(project.ok && project.value.session.provenances).toEqual(state.provenances);
});
