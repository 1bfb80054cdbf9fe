export interface StaticServerOptions {
  /** The folder to serve; a path that ends with a slash gives its index.html. */
  readonly folder: string;
  /** The first port to try; if it is taken, the next one is tried. Default 0: any free port. */
  readonly port?: number;
  /** The path under which the folder appears, with slashes at both ends; default "/". */
  readonly prefix?: string;
  /** Sent with every answer; a Cache-Control here replaces the server's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StaticServer {
  readonly port: number;
  /** The folder's address, with a slash at the end. */
  readonly url: string;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

/** Serves a folder on 127.0.0.1, for this machine only. Throws when no port is free. */
export function startStaticServer(options: StaticServerOptions): Promise<StaticServer>;
