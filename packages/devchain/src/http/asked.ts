import type { IncomingHttpHeaders } from 'node:http';

/** One question to a node, however it came here. */
export type Asked = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer> | Iterable<Buffer>;
};
