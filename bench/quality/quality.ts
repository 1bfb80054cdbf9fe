import { parseArgs } from 'node:util';
import { COMPATIBLE_ENDPOINTS } from '../../src/providers/compatible-endpoints.ts';
import {
  ENDPOINT_IDS,
  type EndpointId,
  isCompatible,
  isLocal,
  nameOf,
  PROVIDERS,
} from '../../src/providers/endpoints.ts';
import { kindTable, qualityTable } from './quality-table.ts';
import { type Asked, RunStopped, runScene, type SceneResult, VARIANTS } from './run-scene.ts';
import { BRIDGE } from './scenes/bridge.ts';
import { CLINIC } from './scenes/clinic.ts';
import { LIGHTHOUSE } from './scenes/lighthouse.ts';
import { ORCHARD } from './scenes/orchard.ts';

export const SCENES = [LIGHTHOUSE, CLINIC, ORCHARD, BRIDGE];

/** The command's environment; tests replace it. */
export interface Surroundings {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly fetch?: typeof globalThis.fetch;
}

const USAGE = `npm run quality -- --endpoint ENDPOINT --model MODEL [--address ADDRESS] [--all-facts]
  ENDPOINT: ${ENDPOINT_IDS.join(', ')}
  ADDRESS: of a server on this computer, such as http://localhost:8000/v1`;

/** Environment variables for an endpoint's key; the first one that is set counts. */
const keyNames = (id: EndpointId): readonly string[] =>
  id === 'google' ? ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] : [`${id.toUpperCase()}_API_KEY`];

/** Translates all scenes in all variants and prints the tables. Returns the command's exit status: 1 if it did not finish. */
export async function measureQuality({ args, env, print, fetch }: Surroundings): Promise<0 | 1> {
  const asked = readArguments(args, env);
  if (typeof asked === 'string') {
    print(asked);
    return 1;
  }
  const results: SceneResult[] = [];
  const stopped = await runAll({ ...asked, ...(fetch && { fetch }) }, (result) => {
    results.push(result);
    print(`${result.variant}, ${result.scene}: ${result.seconds.toFixed(1)} s`);
  });
  if (results.length > 0) {
    print(`\n${nameOf(asked.model.endpoint)}, ${asked.model.id}, ${new Date().toISOString().slice(0, 10)}\n`);
    print(`${qualityTable(results)}\n\n${kindTable(results)}`);
    for (const fall of falls(results)) print(`\n${fall}`);
    if (asked.showsAll) for (const line of missedFacts(results)) print(line);
  }
  if (stopped === undefined) return 0;
  print(`\nStopped: ${stopped}`);
  return 1;
}

/** Returns why it could not continue; undefined: everything is done. */
async function runAll(asked: Asked, onResult: (result: SceneResult) => void): Promise<string | undefined> {
  try {
    for (const variant of VARIANTS) for (const scene of SCENES) onResult(await runScene(scene, variant, asked));
    return undefined;
  } catch (error) {
    if (error instanceof RunStopped) return error.message;
    throw error;
  }
}

function readArguments(args: readonly string[], env: Surroundings['env']) {
  const options = {
    endpoint: { type: 'string' },
    model: { type: 'string' },
    address: { type: 'string' },
    'all-facts': { type: 'boolean' },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n${USAGE}`;
  }
  const endpoint = ENDPOINT_IDS.find((id) => id === values.endpoint);
  if (endpoint === undefined || !values.model) return USAGE;
  const names = keyNames(endpoint);
  const key = names.map((name) => env[name]?.trim()).find(Boolean) ?? '';
  if (key === '' && !isLocal(endpoint)) return withoutKey(endpoint, names);
  const model = { endpoint, id: values.model };
  return { model, key, address: values.address, showsAll: values['all-facts'] === true };
}

function withoutKey(endpoint: EndpointId, names: readonly string[]): string {
  const page = isCompatible(endpoint) ? COMPATIBLE_ENDPOINTS[endpoint].keyPage : PROVIDERS[endpoint].keyPage;
  return `There is no key for ${nameOf(endpoint)}. Make one at ${page} and give it in the environment variable ${names.join(' or ')}:
  ${names[0]}=… npm run quality -- --endpoint ${endpoint} --model MODEL`;
}

const falls = (results: readonly SceneResult[]): ReadonlySet<string> =>
  new Set(
    results.flatMap(({ variant, fellTo }) =>
      fellTo === undefined ? [] : `${variant}: the model takes no schema; its replies were asked for by ${fellTo}.`,
    ),
  );

function missedFacts(results: readonly SceneResult[]): readonly string[] {
  return results.flatMap(({ variant, scene, facts }) =>
    facts
      .filter(({ outcome }) => outcome !== 'right')
      .map(({ line, fact, outcome }) => {
        const asked = 'group' in fact ? `as elsewhere: ${fact.among.join(', ')}` : fact.right;
        return `${variant}, ${scene}, line ${line}, ${fact.kind} ${outcome} (${asked})`;
      }),
  );
}
