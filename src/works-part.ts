/** What reads, stores and exports works, as one chunk (storage/lazy-store.ts says when it is loaded). Named by main.ts alone. */
export { projectCommands, storedCopy } from './project.ts';
export { createFilmStore } from './storage/film-store.ts';
