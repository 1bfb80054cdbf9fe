/** The code that reads, stores and exports works, as one chunk (storage/lazy-store.ts says when it is loaded). Only main.ts imports it. */
export { projectCommands, storedCopy } from './project.ts';
export { createFilmStore } from './storage/film-store.ts';
