import type { SessionState } from './session-state.ts';

/** The film's name: its file name without the extension; empty where no file name is known. */
export const filmName = ({ fileName }: Pick<SessionState, 'fileName'>): string => fileName.replace(/\.[^.]{1,5}$/, '');
