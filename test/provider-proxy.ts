import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on this computer, through which a browser reaches only the given hosts. */
export interface ProviderProxy {
  readonly port: number;
  /** Requested addresses that are not port 443 of the given hosts, in order. The list grows. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/** `hosts`: host names, each with the port on 127.0.0.1 that answers for its port 443. */
export async function startProviderProxy(hosts: Readonly<Record<string, number>>): Promise<ProviderProxy> {
  const ports = new Map(Object.entries(hosts).map(([host, port]) => [`${host}:443`, port]));
  const refused: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const server = createServer((request, response) => {
    refused.push(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connection', keep);
  server.on('connect', ({ url = '' }, client: Socket, head: Buffer) => {
    const port = ports.get(url);
    if (port === undefined) {
      refused.push(url);
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    keep(target);
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
  });
  return { port: await listen(server), refused, close: () => close(server, sockets) };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
