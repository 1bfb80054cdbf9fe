import { generate } from 'selfsigned';
import { ENDPOINT_HOSTS } from './endpoint-hosts.ts';

const HOSTS = [...ENDPOINT_HOSTS, 'localhost'];

/** A self-signed certificate (PEM) for the host names of the endpoints and for this computer. It is valid for a day. */
export async function certificate(): Promise<{ readonly key: string; readonly cert: string }> {
  const made = await generate([{ name: 'commonName', value: HOSTS[0] ?? 'localhost' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...HOSTS.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
