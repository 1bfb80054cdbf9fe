import { getEncoding } from 'js-tiktoken';

/** Making it takes a second; the test files share it. */
const O200K = getEncoding('o200k_base');

/** How many tokens a text is for the models of OpenAI since GPT-4o. */
export const tokensIn = (text: string): number => O200K.encode(text).length;
