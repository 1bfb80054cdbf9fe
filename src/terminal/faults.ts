import { errorText } from '../core.ts';

const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;
const OF_HTTP2 = /^ERR_HTTP2_/;
const NO_TLS = /^(?:EPROTO$|ERR_SSL_)/;
const HERE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The server or proxy that did not answer. */
interface Place {
  readonly url: URL;
  readonly isProxy: boolean;
}

/** Why there is no connection, and what to do, in sentences. They contain neither a key nor the path, because some servers have a key in the path. */
export function faultWords(error: unknown, { url, isProxy }: Place): string {
  const place = isProxy ? `the proxy ${url.host}` : url.host;
  const subject = isProxy ? `The proxy ${url.host}` : url.host;
  const address = isProxy ? 'HTTPS_PROXY' : 'the address';
  const isHere = HERE.test(url.hostname);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNTRUSTED.test(code))
    return `The certificate of ${place} is not signed by an authority that this computer trusts. Set NODE_EXTRA_CA_CERTS to the path of that authority’s certificate.`;
  if (NO_TLS.test(code))
    return `${subject} does not use https. Correct ${address}: perhaps http:// must stand at its beginning.`;
  const closedWords = `${subject} has closed the connection without an answer. If this goes on, a firewall may be in the way.`;
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${place}: the connection is refused. ${isHere ? `Start the server there, or correct ${address}.` : `Correct ${address}, or ask whether a firewall is in the way.`}`;
    case 'ENOTFOUND':
      return `No computer of the name ${url.hostname} was found. Correct ${address}, or check the connection to the network.`;
    case 'EAI_AGAIN':
      return `The name ${url.hostname} could not be looked up. Check the connection to the network.`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
      return `${place} cannot be reached. Check the connection to the network.`;
    case 'ETIMEDOUT':
      return `${subject} does not answer. Check the connection to the network, or name a proxy in HTTPS_PROXY.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return closedWords;
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${place} is not valid today. Check the date of this computer.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${place} is for another name. Correct ${address}.`;
    default:
      return OF_HTTP2.test(code) ? closedWords : errorText(error);
  }
}

/** An error like the system's own, for a connection that takes too long or is closed. */
export const systemFault = (code: 'ETIMEDOUT' | 'ECONNRESET'): Error => Object.assign(new Error(code), { code });
