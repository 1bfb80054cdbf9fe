import { measureQuality } from './quality.ts';

/** `npm run quality`; see docs/quality.md. */
process.exitCode = await measureQuality({ args: process.argv.slice(2), env: process.env, print: console.log });
