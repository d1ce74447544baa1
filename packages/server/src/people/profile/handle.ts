import type { SocialNetwork } from '@tern/contracts/routes/profile';

type Rule = {
  /** What a name of the network is made of. */
  readonly pattern: RegExp;
  /** Hosts whose links name a person, and what their path begins with. */
  readonly hosts: readonly string[];
  readonly prefix: string;
  /** Names of the network are the same in capitals. */
  readonly lowerCase: boolean;
  readonly link: (handle: string) => string;
};

const rules: Readonly<Record<SocialNetwork, Rule>> = {
  line: {
    pattern: /^[a-z0-9][a-z0-9._-]{3,19}$/,
    hosts: ['line.me'],
    prefix: '/ti/p/~',
    lowerCase: true,
    link: (handle) => `https://line.me/ti/p/~${handle}`,
  },
  instagram: {
    pattern: /^(?!.*\.\.)(?!\.)[a-z0-9._]{1,30}(?<!\.)$/,
    hosts: ['instagram.com', 'www.instagram.com'],
    prefix: '/',
    lowerCase: true,
    link: (handle) => `https://www.instagram.com/${handle}`,
  },
  telegram: {
    pattern: /^[A-Za-z][A-Za-z0-9_]{4,31}$/,
    hosts: ['t.me', 'telegram.me'],
    prefix: '/',
    lowerCase: false,
    link: (handle) => `https://t.me/${handle}`,
  },
  x: {
    pattern: /^[A-Za-z0-9_]{1,15}$/,
    hosts: ['x.com', 'www.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
    prefix: '/',
    lowerCase: false,
    link: (handle) => `https://x.com/${handle}`,
  },
};

/** The name in what a person typed or pasted: a name, one with @, or a link of that network; null when nothing was typed. */
export function readHandle(
  network: SocialNetwork,
  typed: string,
): { readonly handle: string | null } | { readonly fault: 'invalid' } {
  const text = typed.trim();
  if (text === '') return { handle: null };
  const rule = rules[network];
  const named = /^https?:/i.test(text) ? readLink(rule, text) : text.replace(/^@/, '');
  const handle = rule.lowerCase ? named?.toLowerCase() : named;
  return handle !== undefined && rule.pattern.test(handle) ? { handle } : { fault: 'invalid' };
}

function readLink({ hosts, prefix }: Rule, text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  if (!hosts.includes(url.hostname) || !url.pathname.startsWith(prefix)) return undefined;
  return url.pathname.slice(prefix.length).replace(/\/$/, '').replace(/^@/, '');
}

/** Where the name leads: always made here from the name, never what somebody typed. */
export function linkOf(network: SocialNetwork, handle: string): string {
  return rules[network].link(handle);
}
