/** A text that must not stand in certain files. */
export type BannedText = {
  readonly text: RegExp;
  readonly reason: string;
  /** Where the rule holds; everywhere unless given. */
  readonly within?: RegExp;
  /** Where the text is right after all. */
  readonly except?: RegExp;
};

const tests = /\.(?:test|spec)\.tsx?$|^packages\/testkit\/|^tests\//;
const glossary = /^docs\/glossary\.md$/;
const products = /^(?:apps|services|packages\/(?:server|contracts|ui|locales))\//;

export const bannedTexts: readonly BannedText[] = [
  {
    text: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    reason: 'do it now or open an issue; unfinished work does not lie about in the sources',
  },
  {
    text: /\b(?:describe|test|it)(?:\.\w+)*\.(?:only|skip|skipIf|runIf|todo|fails)\b|\b[xf](?:describe|it)\(/,
    reason: 'a test runs or is deleted',
    within: /\.(?:test|e2e)\.tsx?$/,
  },
  {
    text: /\bretry: [1-9]|\bretries: [1-9]/,
    reason: 'a flaky test is a bug',
    within: /config\.ts$|\.(?:test|e2e)\.tsx?$/,
  },
  {
    text: /\bvi\.(?:mock|doMock|hoisted)\(/,
    reason: 'tests share the modules that are loaded already, which a mock does not reach: hand the dependency in',
    within: tests,
  },
  { text: /@ts-(?:ignore|nocheck|expect-error)|oxlint-disable|eslint-disable/, reason: 'repair the cause' },
  {
    text: /(?<![\w.])\/(?:work|root|home\/\w+|Users\/\w+)\//,
    reason: 'a path of one machine means nothing on another',
  },
  {
    text: /\bDate\.now\(|\bnew Date\(\)/,
    reason: 'time comes from Clock, so that tests own it',
    within: /^(?:packages|services)\/.*\.ts$/,
    except:
      /^packages\/base\/src\/clock\.ts$|^packages\/(?:local-postgres|ui)\/|\.(?:test|spec)\.ts$|^packages\/testkit\//,
  },
  {
    text: /\bMath\.random\(/,
    reason: 'randomness that matters comes from node:crypto, randomness in tests from a printed seed',
    within: /^(?:packages|services)\/.*\.ts$/,
    except: /^packages\/db\/src\/transact\.ts$/,
  },
  {
    text: /\bparseFloat\(|\.toFixed\(/,
    reason: 'amounts are exact integers; see packages/money',
    within: /^packages\/(?:money|ledger|server|tron|contracts)\/|^services\//,
  },
  { text: /BigInt\.prototype/, reason: 'JSON.stringify refusing a bigint is a guard, not a nuisance' },
  {
    text: /\bprocess\.env\b/,
    reason: 'settings are read once, at the start of a process, through @tern/config',
    within: /^(?:packages|services|apps)\/.*\.tsx?$/,
    except:
      /^services\/[^/]+\/src\/[\w-]+\.ts$|^packages\/base\/src\/crash-point\.ts$|^packages\/(?:local-postgres|testkit|installation)\/|^packages\/devchain\/|\.test\.ts$|config\.ts$/,
  },
  {
    text: /\bTern\b|\bTERN\b/,
    reason: 'what people see takes the name from PRODUCT_NAME and PRODUCT_TOKEN',
    within: products,
    except: tests,
  },
  {
    text: /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bxox[abpr]-[\w-]{20}|\bSK[0-9a-f]{32}\b/,
    reason: 'this looks like a secret; secrets are generated or handed out as files, never committed',
  },
  {
    text: /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@'"`$]+:[^\s@'"`$/]+@/,
    reason: 'an address with a password in it is a secret',
    except: tests,
  },
  { text: /\bmain wallet\b/i, reason: 'say hot wallet (docs/glossary.md)', except: glossary },
  { text: /\bgwei\b/i, reason: 'say sun (docs/glossary.md)', except: /^packages\/devchain\/|^docs\/glossary\.md$/ },
  {
    text: /\bdbTransaction\b|\bblockchainTransaction\b/,
    reason: 'say dbTx or ChainTx; a bare transaction is two things (docs/glossary.md)',
    except: glossary,
  },
  {
    text: /\bshowToast\(problemText\b/,
    reason: 'a refusal stays until it is read, with the way to support: show an Alert',
    within: /^apps\/web\//,
  },
  {
    text: /<Amount text=\{(?:formatBalance|formatShort|exactAmount)\((?!.*\bunit=)/,
    reason: 'an amount has its unit: give Amount a unit',
    within: /^apps\/web\//,
    // The title or term beside the amount is its unit, or the end of a range has it.
    except: /\/(?:home\/asset-row|wallets\/wallet-balances|reward\/pool-tiles|transfer\/cost-facts)\.tsx$/,
  },
  {
    text: /\bnotify_person\b/,
    reason: 'open screens are told by notifyPeople (packages/server/src/platform/live/notify-people.ts)',
    within: /^(?:packages\/server|services)\/.*\.ts$/,
    except: /^packages\/server\/src\/platform\/live\/notify-people\.ts$|\.test\.ts$/,
  },
  {
    text: /\bfetchNextPage\b/,
    reason:
      'a list that loads page by page is a PagedList (wallet) or has MoreRows (console), which say that a page failed',
    within: /^(?:apps|packages\/ui)\/.*\.tsx?$/,
    except:
      /^packages\/ui\/src\/paged-list\.tsx$|^apps\/console\/src\/shared\/data-table\/(?:more-rows\.tsx|read-next-page\.ts)$/,
  },
];

/** No file of ours is longer; a longer one hides two subjects. */
export const linesMax = 400;

/** Files that were longer when the limit came, with their length then: they may shrink, not grow. */
export const longFiles: Readonly<Record<string, number>> = {};
