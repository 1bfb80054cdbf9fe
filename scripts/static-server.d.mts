export interface StaticServerOptions {
  /** The folder to serve. A path that ends with a slash returns its index.html. */
  readonly folder: string;
  /** The first port to try. If a port is taken, the next one is tried. Default 0: any free port. */
  readonly port?: number;
  /** The path under which the folder is served, with slashes at both ends; default "/". */
  readonly prefix?: string;
  /** Headers of every answer. A Cache-Control here replaces the server's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StaticServer {
  readonly port: number;
  /** The address of the folder, with a slash at the end. */
  readonly url: string;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

/** Serves a folder on 127.0.0.1, for this machine only. Throws when no port is free. */
export function startStaticServer(options: StaticServerOptions): Promise<StaticServer>;
