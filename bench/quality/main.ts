import { measureQuality } from './quality.ts';

/** `npm run quality`: docs/quality.md says how. */
process.exitCode = await measureQuality({ args: process.argv.slice(2), env: process.env, print: console.log });
