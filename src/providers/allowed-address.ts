import { COMPATIBLE_ENDPOINTS, COMPATIBLE_HOSTS } from './compatible-endpoints.ts';
import { COMPATIBLE_ENDPOINT_IDS, type CompatibleEndpointId } from './endpoints.ts';

/** Hosts that the build allows the page to connect to, beside the three specified providers' (deploy/README.md). */
const builtHosts = (): readonly string[] => {
  const named = import.meta.env.PUBLIC_ENDPOINT_HOSTS;
  return named === undefined ? COMPATIBLE_HOSTS : named.split(/\s+/).filter(Boolean);
};

/** Names of this computer, as servers write where they listen; URLs write 0 as 0.0.0.0 and 127.1 as 127.0.0.1. The last two: as a container writes it. */
const THIS_COMPUTER =
  /^(?:0\.0\.0\.0|127(?:\.\d+){3}|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]+|0:0)\]|(?:[\w-]+\.)*localhost\.?|localhost\.localdomain|ip6-(?:localhost|loopback)|host\.docker\.internal|host\.containers\.internal)$/;
/** The names of this computer that a policy can allow. */
const OWN_NAMES = ['localhost', '127.0.0.1'];

/** The address by the first name of its host under which this page may connect to it; undefined: under none. */
function reachable(url: URL, hosts: readonly string[]): URL | undefined {
  const names = THIS_COMPUTER.test(url.hostname) ? [url.hostname, ...OWN_NAMES] : [url.hostname];
  const named = names.map((name) => Object.assign(new URL(url), { hostname: name }));
  return named.find((each) => hosts.some((host) => fits(host, each)));
}

/** What is copied along with an address out of a file or a command: `OLLAMA_HOST="http://…",`. */
const NAME_BEFORE = /^\s*(?:(?:export|set)\s+)?\w+\s*=/;
const AROUND = /^[\s"'`‘’“”„«»<]+|[\s"'`‘’“”„«»>,;]+$/g;

/**
 * The base address that a person means: "localhost:8000" is "http://localhost:8000/v1", and so is that, as is any other name of this computer
 * that the page may not connect to by itself ("0.0.0.0:8000"). It ends with a slash only where it has no path: such an address means itself. undefined: this page may not connect there, so that nothing, and no key, is sent.
 * @param hosts sources as in a Content-Security-Policy: an origin, its port a number or `*`
 */
export function allowedAddress(pasted: string, hosts: readonly string[] = builtHosts()): string | undefined {
  const typed = pasted.replace(NAME_BEFORE, '').replace(AROUND, '');
  const text = /^[a-z]+:\/\//i.test(typed) ? typed : `http://${typed}`;
  if (!URL.canParse(text)) return undefined;
  const named = new URL(text);
  const isPlain = named.username === '' && named.password === '' && named.search === '' && named.hash === '';
  const url = isPlain ? reachable(named, hosts) : undefined;
  if (url === undefined) return undefined;
  // Servers and other programs name the addresses of calls, and these are pasted; those of Ollama's own calls, too, which are not the ones made here.
  if (/^\/api\/(?:chat|generate|tags)\/*$/.test(url.pathname)) return `${url.origin}/v1`;
  const path = url.pathname.replace(/(?:\/(?:chat\/)?completions|\/models)?\/*$/, '');
  return url.origin + (path || pathOf(typed, url));
}

/** Whether this page may connect to an address, as its build says. */
export const isAllowed = (address: string, hosts: readonly string[] = builtHosts()): boolean =>
  hosts.some((host) => fits(host, new URL(address)));

/** Where a person's own servers may be: sources as in a Content-Security-Policy. */
export const ownServers = (hosts: readonly string[] = builtHosts()): readonly string[] => {
  const cloud = Object.values(COMPATIBLE_ENDPOINTS).flatMap(({ address }) =>
    address === '' ? [] : [new URL(address)],
  );
  return hosts.filter((host) => host.endsWith('*') || !cloud.some((url) => !isOfComputer(url) && fits(host, url)));
};

/** The endpoints of the tab "more" that this page may connect to: of servers on this computer those whose usual address it may reach. */
export const offeredEndpoints = (hosts: readonly string[] = builtHosts()): readonly CompatibleEndpointId[] =>
  COMPATIBLE_ENDPOINT_IDS.filter((id) =>
    id === 'local' ? ownServers(hosts).length > 0 : isAllowed(COMPATIBLE_ENDPOINTS[id].address, hosts),
  );

const isOfComputer = ({ protocol }: URL): boolean => protocol === 'http:';

/** Nobody who names a host alone means a server without the usual path; who writes the slash does. */
const pathOf = (typed: string, { pathname }: URL): string => (pathname === '/' && !/[^/]\/$/.test(typed) ? '/v1' : '/');

function fits(host: string, url: URL): boolean {
  const anyPort = host.endsWith(':*');
  const allowed = anyPort ? host.slice(0, -2) : host;
  if (!URL.canParse(allowed)) return false;
  const { protocol, hostname, port } = new URL(allowed);
  return protocol === url.protocol && hostname === url.hostname && (anyPort || port === url.port);
}
