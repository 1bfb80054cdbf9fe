import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function requireBuiltPage(): void {
  if (existsSync(fileURLToPath(new URL('../dist/index.html', import.meta.url)))) return;
  throw new Error('There is no built page in dist/. Run "npm run e2e" or "npm run e2e:firefox", which build it first.');
}
