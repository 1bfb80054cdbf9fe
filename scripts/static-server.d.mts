export interface StaticServerOptions {
  /** What is served; a path that ends in a slash gives its index.html. */
  readonly folder: string;
  /** The first port to try; a taken one gives way to the next. 0, the default: any free port. */
  readonly port?: number;
  /** The path under which the folder appears, from slash to slash; "/" by default. */
  readonly prefix?: string;
  /** Sent with every answer; a Cache-Control among them goes before the server's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StaticServer {
  readonly port: number;
  /** The address of the folder, with a slash at its end. */
  readonly url: string;
  /** Ends all connections too. */
  close(): Promise<void>;
}

/** Serves a folder's files on 127.0.0.1, to this machine alone. Throws when no port is free. */
export function startStaticServer(options: StaticServerOptions): Promise<StaticServer>;
