import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isOwnMachine } from '@tern/base/is-own-machine';

/** Whom a server answers. */
export type Access = {
  /** False for names that are not this machine's, and for pages of the web. */
  readonly admits: (headers: IncomingHttpHeaders) => boolean;
  /** What lets a page that is admitted read the answer. */
  readonly corsFor: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
};

/**
 * Answers this machine, and the `allowed` names and pages. A page of the web must not reach the chain under a name of its
 * own that resolves here; a number cannot be such a name, so a server that listens to the `network` has any number.
 */
export function createAccess({
  network,
  allowed,
}: {
  readonly network: boolean;
  readonly allowed: readonly string[];
}): Access {
  const isKnown = (name: string): boolean => isOwnMachine(name) || allowed.includes(name);
  const admitsHost = (host: string | undefined): boolean => {
    const name = nameOf(`http://${host ?? ''}`);
    return name !== undefined && (isKnown(name) || (network && isIP(name.replaceAll(/[[\]]/g, '')) !== 0));
  };
  const admitsOrigin = (origin: string): boolean => {
    const name = nameOf(origin);
    return name !== undefined && isKnown(name);
  };
  return {
    admits: ({ host, origin }) => admitsHost(host) && (origin === undefined || admitsOrigin(origin)),
    corsFor: ({ origin, ...headers }) => {
      if (origin === undefined || !admitsOrigin(origin)) return {};
      return {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': headers['access-control-request-headers'] ?? 'content-type',
        'access-control-max-age': '600',
        vary: 'origin',
      };
    },
  };
}

function nameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
