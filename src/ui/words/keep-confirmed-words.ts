/** The choice beside a command that would translate confirmed lines again; on by default. */
export const KEEP_CONFIRMED_WORDS = 'Leave confirmed lines as they are';
