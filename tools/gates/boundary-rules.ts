/** An import that must not be: from files that match `from` to files that match `to`. */
export type BoundaryRule = {
  readonly name: string;
  /** Part of every finding: a rule nobody understands is a rule somebody removes. */
  readonly reason: string;
  readonly from: RegExp;
  /** A group of `from` may be named as `$1`, `$2`. */
  readonly to: string;
  readonly except?: string;
  /** By whatever way round, not only directly. */
  readonly reachable?: true;
};

const kernels: Readonly<Record<string, readonly [allowed: readonly string[], reason: string]>> = {
  base: [[], 'base is the floor: it knows nothing of ours'],
  money: [['base'], 'amounts are plain arithmetic'],
  config: [['base', 'money'], 'settings describe the product, they do not run it'],
  contracts: [['base', 'money'], 'the API contract is shared with browsers'],
  db: [['base'], 'the database tools know no business'],
  tron: [['base', 'money'], 'the chain client knows neither database nor product'],
  vault: [['base', 'tron'], 'keys know no database and no product'],
  signer: [
    ['base', 'money', 'config', 'tron', 'vault'],
    'the process with the keys has its own store and no product code',
  ],
  ledger: [['base', 'money', 'db'], 'the books never know that a chain exists'],
  images: [[], 'decoding strangers’ pictures needs to know nothing'],
  proofs: [[], 'what anyone can check needs nothing but arithmetic'],
  'object-store': [['base'], 'files under names; what they are is not its business'],
  server: [
    [
      ...['base', 'money', 'contracts', 'db', 'images', 'object-store', 'ledger', 'locales', 'proofs', 'tron'],
      'wallet-connection',
    ],
    'slices reach keys only through the signer process',
  ],
  devchain: [['base', 'money'], 'a codec shared with the wallet would hide its own faults'],
  'local-postgres': [['base'], 'starting a database needs no product'],
  installation: [
    ['base', 'config', 'db', 'tron'],
    'which processes an installation has and how they start; what they do is their own',
  ],
  'wallet-connection': [
    ['base', 'tron'],
    'what sites and relays send is read without a database and without a product',
  ],
  'local-relay': [['base', 'tron'], 'a relay sees sealed messages only; the code of one end would hide its faults'],
  passkeys: [[], 'a ceremony between browser and server knows neither'],
  ui: [[], 'presentational components fetch nothing and know nothing'],
  locales: [[], 'catalogues are data'],
};

const product = ['base', 'money', 'config', 'contracts', 'db', 'ledger', 'tron', 'server'];

const programs: typeof kernels = {
  'services/api': [
    [...product, 'images', 'locales', 'object-store'],
    'the process open to the world never reaches keys',
  ],
  'services/worker': [
    [...product, 'object-store', 'wallet-connection'],
    'the worker asks the signer, it holds no keys',
  ],
  'services/operator': [
    ['base', 'money', 'config', 'db', 'tron', 'server'],
    'what operators look at on the machine; it holds no keys and decides nothing',
  ],
  'services/signer': [['base', 'money', 'config', 'tron', 'signer'], 'a start file and the commands of its machine'],
  'services/devchain': [['base', 'config', 'devchain'], 'a start file'],
  'services/inbox': [['base', 'config'], 'a development helper'],
  'services/relay': [['base', 'config', 'local-relay'], 'a start file'],
  'apps/web': [
    ['money', 'contracts', 'passkeys', 'proofs', 'ui', 'locales', 'tron'],
    'the browser never sees server code',
  ],
  'apps/console': [['money', 'contracts', 'passkeys', 'ui'], 'the browser never sees server code'],
};

/** The streets of the server package, each standing on those before it. */
export const streets = ['platform', 'chain', 'people', 'money', 'house', 'console'] as const;

/** Tests beside the sources, and what only they use, may reach the testkit; what runs in front of people may not. */
const source = '(?:(?!testing/)[^/]+/)*(?!test-)(?:(?!\\.test\\.)[^/])+';

function only(folder: string, [allowed, reason]: readonly [readonly string[], string]): BoundaryRule {
  const own = [...allowed.map((name) => `packages/${name}`), folder].join('|');
  return {
    name: `only-declared-directions-${folder.replace('packages/', '').replace('/', '-')}`,
    reason: `${folder} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}: ${reason}`,
    from: new RegExp(`^${folder}/src/${source}$`),
    to: `^(?!(?:${own})/)`,
  };
}

/** What each folder of ours may import of ours, by folder: `services/api` → `['packages/base', …]`. */
export const allowedImports: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ...Object.entries(kernels).map(([name, row]) => [`packages/${name}`, row] as const),
    ...Object.entries(programs),
  ].map(([folder, [allowed]]) => [folder, allowed.map((name) => `packages/${name}`)]),
);

export const boundaryRules: readonly BoundaryRule[] = [
  ...Object.entries(kernels).map(([name, row]) => only(`packages/${name}`, row)),
  ...Object.entries(programs).map(([folder, row]) => only(folder, row)),
  {
    name: 'keys-only-in-the-signer',
    reason:
      'whoever reaches the vault, by whatever way round, can sign: packages/signer and the process made of it alone, and what tests it',
    from: new RegExp(`^(?!services/signer/|packages/(?:signer|vault|testkit)/|tests/)${source}$`),
    to: '^packages/vault/',
    reachable: true,
  },
  {
    name: 'slices-through-public',
    reason: 'a slice shows others its public.ts; everything else may change without asking',
    from: new RegExp(`^packages/server/src/([^/]+/[^/]+)/${source}$`),
    to: '^packages/server/src/(?!$1/)[^/]+/[^/]+/',
    except: '^packages/server/src/[^/]+/[^/]+/public\\.ts$',
  },
  ...streets.map((street, index): BoundaryRule => ({
    name: `streets-upward-${street}`,
    reason: `${street} imports ${['its own slices', ...streets.slice(0, index)].join(', ')}, and no street that stands on it`,
    from: new RegExp(`^packages/server/src/${street}/${source}$`),
    to: `^packages/server/src/(?!(?:${streets.slice(0, index + 1).join('|')})/)`,
  })),
  {
    name: 'browser-sees-browser-entry',
    reason: 'of tron the browser takes addresses, links and who signed a text; the rest is for processes',
    from: /^apps\//,
    to: '^packages/tron/',
    except: '^packages/tron/src/browser(?:-signatures)?\\.ts$',
  },
  {
    name: 'web-shared-is-the-floor',
    reason: 'imports in the web app go one way: shared, features, app',
    from: /^apps\/[^/]+\/src\/shared\//,
    to: '^apps/[^/]+/src/(?:features|app)/',
  },
  {
    name: 'web-features-apart',
    reason: 'a screen imports its own folder and what its street shares; the app puts screens together',
    from: /^apps\/web\/src\/features\/([^/]+)\/([^/]+)\//,
    to: '^apps/web/src/(?:app/|features/(?!$1/(?:$2|shared)/))',
  },
  {
    name: 'web-texts-at-hand',
    reason: 'shared folders are named after the streets whose pages load their texts; elsewhere these would be missing',
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    to: '^apps/web/src/shared/(?!(?:[^/]+\\+)?(?:$1|inside|offers)(?:\\+[^/]+)?/)[^/]+/',
  },
  {
    name: 'console-features-apart',
    reason: 'a feature imports no other feature and no route; routes put features together',
    from: /^apps\/console\/src\/features\/([^/]+)\//,
    to: '^apps/console/src/(?:app/|features/(?!$1/))',
  },
  {
    name: 'testkit-for-tests',
    reason: 'what runs in front of people depends on nothing made for tests',
    from: new RegExp(`^(?:packages/(?!testkit/)|services/|apps/)${source}$`),
    to: '^packages/testkit/|^tests/|\\.test\\.tsx?$|/testing/|/test-[^/]+\\.ts$',
  },
];
