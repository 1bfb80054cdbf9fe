import type { SessionState } from './session-state.ts';

/** The film's name: its file's, without the ending. Empty: there is none. */
export const filmName = ({ fileName }: Pick<SessionState, 'fileName'>): string => fileName.replace(/\.[^.]{1,5}$/, '');
