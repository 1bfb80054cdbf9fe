import { generate } from 'selfsigned';
import { CATALOG } from '../src/providers/catalog.ts';

const HOSTS = [...Object.values(CATALOG).map(({ baseAddress }) => new URL(baseAddress).hostname), 'localhost'];

/** A self-signed certificate (PEM), valid for a day, for the three providers' host names and the loopback address. */
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
