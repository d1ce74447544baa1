import { createHmac } from 'node:crypto';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import type { ReservesStatement } from './reserves-text.ts';
import type { StandbyState } from './standby-protocol.ts';
import type { Owners, ReferenceBlock, StakeResource } from './transaction.ts';

/**
 * Every command the signer knows. There is none that signs a hash or bytes made elsewhere; a text is signed behind a prefix,
 * and the house's accounts sign only one that the signer makes.
 */
export const signerCommands = {
  getHealth: '/v1/health',
  getHotAddress: '/v1/hot-address',
  getAccounts: '/v1/accounts',
  listAddresses: '/v1/addresses',
  verifyAddresses: '/v1/verify-addresses',
  signOrder: '/v1/orders',
  signTreasuryOrder: '/v1/treasury-orders',
  signMessage: '/v1/messages',
  signReserves: '/v1/reserves',
  close: '/v1/close',
  witness: '/v1/witness',
  recall: '/v1/recall',
  importOrders: '/v1/import-orders',
  readBack: '/v1/read-back',
  listApprovals: '/v1/approvals',
  approve: '/v1/approve',
  writeCopy: '/v1/write-copy',
  replicate: '/v1/replicate',
  takeOver: '/v1/take-over',
} as const;

export type SignerHealth = {
  readonly hotAddress: TronAddress;
  /** Base units the signer has signed away in the last 24 hours, and its own caps. */
  readonly assets: Readonly<
    Record<AssetId, { readonly signed: Units; readonly perOrder: Units; readonly perDay: Units }>
  >;
  readonly memory: SignerMemory;
  /** Present while nothing is signed because the signer may have forgotten what it signed. */
  readonly quarantine?: SignerQuarantine;
  /** Present where a standby is set up. */
  readonly standby?: StandbyState;
};

/** How far the signer's memory reaches. It only grows; one that is shorter than before is an old copy. */
export type SignerMemory = {
  readonly storeId: string;
  readonly sequence: number;
  /** How often one signer has taken over from another, and one. A worker takes nothing from an earlier one. */
  readonly epoch?: number;
};

export type SignerQuarantine = {
  readonly number: number;
  readonly reason: string;
  /** The block to be read back next. */
  readonly nextBlock: number;
  /** Chain time up to which blocks have to be read: from then on no forgotten signature can be included any more. */
  readonly untilMs: number;
  /** Everything was read; two operators have to open the signer again. */
  readonly read: boolean;
};

/** Solidified blocks `fromBlock` to `toBlock`, and every transaction in them that the house's hot or fee account signed. */
export type ReadBackBlocks = {
  readonly fromBlock: number;
  readonly toBlock: ReferenceBlock;
  /** Chain time of the newest block, irreversible or not, when these were read. */
  readonly headMs: number;
  readonly outflows: readonly {
    readonly rawHex: string;
    readonly signatureHex: string;
    /** The block the transaction refers to, whole; its bytes name extracts of it only. */
    readonly refBlock: ReferenceBlock;
  }[];
};

/** An order the product still knows together with what the signer answered. */
export type RememberedOrder = {
  readonly order: SignerOrder | TreasuryOrder;
  readonly rawHex: string;
  readonly signatureHex: string;
};

/** What kind of order a signature was given for; `payout` leaves the house. */
export type SignedKind = 'payout' | TreasuryAction['kind'];

/** Where in the signer's memory a signature is: later ones have a later time, or the same and a higher number. */
export type MemoryPosition = { readonly signedAtMs: number; readonly number: number };

/** One signature as the signer remembers it. What an order said is in its bytes. */
export type RecalledOrder = {
  readonly position: MemoryPosition;
  readonly orderId: string;
  readonly attempt: number;
  readonly kind: SignedKind;
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly burnMaxSun: Units;
  readonly txId: string;
  readonly rawHex: string;
  readonly signatureHex: string;
  /** Absent for what was signed before reference blocks were kept. */
  readonly refBlock?: ReferenceBlock;
};

/** A deposit address with the signer's own seal over purpose, index and address. */
export type SealedAddress = {
  readonly purpose: 'deposit';
  readonly index: number;
  readonly address: TronAddress;
  /** 64 digits. Only the signer can make or check it, so a changed row in the database is found out. */
  readonly mac: string;
};

/** Why the transaction of the attempt before can never happen any more. Recorded by the signer. */
export type DeathProof =
  | {
      /** The irreversible chain has passed the expiration without it, as each configured node's scan shows. */
      readonly cause: 'expired';
      readonly txId: string;
      readonly scans: readonly {
        readonly node: string;
        readonly fromBlock: ReferenceBlock;
        readonly toBlock: ReferenceBlock;
      }[];
    }
  | {
      /** An irreversible block holds it as failed. */
      readonly cause: 'failed';
      readonly txId: string;
      readonly block: ReferenceBlock;
      readonly resultCode: string;
    };

/** What every order has beside its content. */
export type OrderFrame = {
  /** Ours for ever: one order, however many attempts. 1 to 64 letters, digits, `-` or `_`. */
  readonly orderId: string;
  /** 1, 2, …; each further attempt needs the proof that the one before is dead. */
  readonly attempt: number;
  /** An irreversible block, and times taken from the chain (`getTransactionWindow`). */
  readonly refBlock: ReferenceBlock;
  readonly expirationMs: number;
  readonly timestampMs: number;
  readonly deathProof?: DeathProof;
  /** Present where the chain says that the account's own key is not its owner any more. */
  readonly permissionId?: 2;
};

/** One payment from the hot wallet, in facts. The signer makes the bytes. */
export type SignerOrder = OrderFrame & {
  readonly payment:
    | { readonly kind: 'trx'; readonly to: TronAddress; readonly amountSun: Units }
    | {
        readonly kind: 'trc20';
        readonly contract: TronAddress;
        readonly to: TronAddress;
        readonly amount: Units;
        readonly feeLimitSun: Units;
      };
  readonly memo?: string;
};

/** An account of the house, by its place in the key tree: the signer derives the address, nobody names it. */
export type OwnAccount =
  | { readonly purpose: 'deposit'; readonly index: number }
  | { readonly purpose: 'hot' }
  | { readonly purpose: 'fee' };

/** What a treasury order moves. At least one unit. */
export type TreasuryMove =
  | { readonly kind: 'trx'; readonly amountSun: Units }
  | {
      readonly kind: 'trc20';
      readonly contract: TronAddress;
      readonly amount: Units;
      readonly feeLimitSun: Units;
    };

/** What the house does with its own accounts. No form of it has room for a receiver that is not the house's. */
export type TreasuryAction =
  /** From a deposit address to the hot wallet. */
  | { readonly kind: 'sweep'; readonly fromIndex: number; readonly move: TreasuryMove }
  /** TRX from the hot or the fee account to another account of the house: activates it, or pays what it will burn. */
  | { readonly kind: 'top-up'; readonly from: 'hot' | 'fee'; readonly to: OwnAccount; readonly amountSun: Units }
  /** Stake 2.0 of the fee account. */
  | { readonly kind: 'stake' | 'unstake'; readonly resource: StakeResource; readonly amountSun: Units }
  /** Takes home what was unstaked and has waited long enough. */
  | { readonly kind: 'withdraw-unstaked' }
  /** Delegates the resource of `amountSun` of the fee account's stake, or undelegates it. */
  | {
      readonly kind: 'delegate' | 'undelegate';
      readonly resource: StakeResource;
      readonly to: Exclude<OwnAccount, { readonly purpose: 'fee' }>;
      readonly amountSun: Units;
    }
  /** From the hot wallet to the cold address that is enrolled with the signer. */
  | { readonly kind: 'cold'; readonly move: TreasuryMove }
  /**
   * Writes the hash of a published statement into the chain: one sun from the hot wallet to the fee account, with a note of the
   * signer's making. For one number the signer signs one hash, for ever.
   */
  | { readonly kind: 'anchor'; readonly number: number; readonly hash: string }
  /** Gives the account to the owners enrolled with the signer and leaves its key what payments and staking need. */
  | { readonly kind: 'restrict'; readonly account: 'hot' | 'fee' };

/** One step of the treasury. Order ids are shared with payments: an id is used once in all. */
export type TreasuryOrder = OrderFrame & { readonly action: TreasuryAction };

/** The house's accounts. `cold` and `owners` are absent until they are enrolled with the signer. */
export type HouseAccounts = {
  readonly hot: TronAddress;
  readonly fee: TronAddress;
  readonly cold?: TronAddress;
  /** Who owns the accounts on chain once their own keys do not. */
  readonly owners?: Owners;
};

/** A WebAuthn assertion as the browser gives it, every part in base64url. */
export type Assertion = {
  readonly credentialId: string;
  readonly authenticatorData: string;
  readonly clientDataJson: string;
  readonly signature: string;
};

/** Something that waits for two operators. */
export type PendingApproval = {
  /** What `navigator.credentials.get` is given as challenge, in base64url: SHA-256 over the signer's own statement. */
  readonly challenge: string;
  readonly kind: 'order' | 'policy' | 'reopening' | 'take-over';
  /** JSON in the signer's own words: what the assertion says yes to. */
  readonly statement: string;
  readonly askedAtMs: number;
  readonly given: number;
  readonly needed: number;
  /** Who may approve, with which keys. */
  readonly credentials: readonly {
    readonly operator: string;
    readonly credentialId: string;
    readonly rpId: string;
  }[];
};

/** How many different operators have approved, of how many. */
export type ApprovalProgress = { readonly given: number; readonly needed: number };

/** The same for the same (orderId, attempt) for ever. */
export type SignedOrder = {
  readonly txId: string;
  readonly rawHex: string;
  readonly signatureHex: string;
  /**
   * Present where this very content was signed before in another frame: found on the chain after the signer was restored,
   * or remembered by the signer where the product was. The transaction's frame is this and not the order's.
   */
  readonly readBack?: Pick<OrderFrame, 'refBlock' | 'expirationMs' | 'timestampMs' | 'permissionId'> & {
    readonly burnMaxSun: Units;
  };
};

/** A text that a site asks a person to sign with their deposit address. */
export type SignerMessage = {
  /** Ours for ever: one id, one text of one address. 1 to 64 letters, digits, `-` or `_`. */
  readonly messageId: string;
  /** The address under the signer's seal, as the product keeps it: no changed row makes another address sign. */
  readonly from: SealedAddress;
  /** 1 to 2,000 bytes of UTF-8. */
  readonly text: string;
};

/** The same for the same message id for ever. */
export type SignedMessage = {
  /** 65 bytes over `messageDigest`, without `0x`. */
  readonly signatureHex: string;
};

/** Which statement of what is owed an account of the house is to sign. The signer makes the text (`reservesText`). */
export type ReservesOrder = Omit<ReservesStatement, 'house' | 'address'> & { readonly account: 'hot' | 'fee' };

/** The same for the same account and statement, as long as the house is opened at the same place. */
export type SignedReserves = SignedMessage & { readonly text: string };

/** Why the signer does not sign a text; the detail of `message-refused`. */
export type MessageFault =
  /** More than 2,000 bytes of UTF-8. */
  | 'too-long'
  /** Control characters, or characters that no screen shows reliably. */
  | 'unreadable'
  /** Characters that hide text or turn its direction around. */
  | 'hidden-text'
  /** 32 bytes, which contracts take for a hash. */
  | 'digest'
  /** A code that people cannot read, alone or nearly so. */
  | 'opaque'
  /** JSON, typed data or another form for machines. */
  | 'structured'
  /** A transaction, as bytes or as JSON. */
  | 'transaction'
  /** The prefix of a signed message. */
  | 'prefix'
  /** Speaks of a permission to spend. */
  | 'permit'
  /** Speaks of reserves, audits or liabilities. */
  | 'reserves'
  /** Says that a company, or anybody but the person, owns or runs an address. */
  | 'ownership'
  /** Says that no custodian holds the key. */
  | 'custody'
  /** Names this installation or one of its own addresses, or claims to be its login. */
  | 'house';

/** Why the signer said no. It has signed nothing then. */
export type SignerRefusalCode =
  | 'not-authenticated'
  | 'unknown-command'
  /** Over the network: the role of the certificate does not have this command. */
  | 'role-not-allowed'
  | 'malformed'
  | 'order-changed'
  /** Another order has these very bytes: choose another timestamp, or one payment on chain would stand for two. */
  | 'same-transaction'
  | 'attempt-not-proven'
  | 'attempts-exhausted'
  /** For this number another statement was anchored or signed, or one for a later number. */
  | 'statement-changed'
  | 'token-not-listed'
  | 'destination-not-allowed'
  /** A cold order, and no cold address is enrolled with the signer. */
  | 'cold-not-enrolled'
  /** An account is to be given to its owners, and none are enrolled with the signer. */
  | 'owners-not-enrolled'
  | 'window-not-allowed'
  | 'order-limit'
  /** Above the limit of one order, and two operators have not approved it yet. They are asked. */
  | 'approval-needed'
  | 'assertion-refused'
  /** The signer may have forgotten what it signed, and signs nothing until its outflows were read back. */
  | 'quarantined'
  /** Blocks or orders to read back that do not follow, are not the signer's own, or are not asked for. */
  | 'not-read-back'
  | 'day-limit'
  | 'fee-limit'
  /** The text is not one that the signer signs; the detail is a `MessageFault`. */
  | 'message-refused'
  /** The message id stands for another text or address. */
  | 'message-changed'
  /** The address, or all addresses together, have signed as many texts as they may in 24 hours. */
  | 'message-limit'
  /** The policy allows no texts, or the keys are where none are signed. */
  | 'messages-off'
  /** It waits beside a signer that signs. */
  | 'standby'
  /** Another signer has taken over from it, for good. */
  | 'fenced'
  /** Its standby does not answer, and two operators have not decided to go on without one. */
  | 'standby-away'
  /** It is asked to take over, and signs already. */
  | 'not-standing-by';

export type SignedRequest = {
  readonly path: string;
  readonly timeMs: number;
  /** 32 digits, never used twice. */
  readonly nonce: string;
  readonly body: string;
  /** The newest epoch that the sender knows, as its header says it. */
  readonly epoch?: string | undefined;
};

export const signerHeaders = {
  time: 'x-signer-time',
  nonce: 'x-signer-nonce',
  mac: 'x-signer-mac',
  epoch: 'x-signer-epoch',
} as const;

/**
 * Authenticates a request to the signer: HMAC-SHA-256 over path, time (ms), nonce, body and epoch, under the secret that
 * the two processes share, as 64 hexadecimal digits. A change of any of them gives another value.
 *
 * @example
 * const request = { path: '/v1/health', timeMs: 1_767_225_600_000, nonce: '00'.repeat(16), body: '{}' };
 * const mac = signRequest(new Uint8Array(32), request);
 * mac.length; // → 64
 * signRequest(new Uint8Array(32), { ...request, body: '{ }' }) === mac; // → false
 */
export function signRequest(secret: Uint8Array, { path, timeMs, nonce, body, epoch }: SignedRequest): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([path, timeMs, nonce, body, ...(epoch === undefined ? [] : [epoch])]))
    .digest('hex');
}
