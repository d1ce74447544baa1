import type { MessageFault } from '@tern/tron/signer-protocol';
import { readPhrase, readRun, type Phrase } from './phrases.ts';

type ByFault = Readonly<Partial<Record<MessageFault, readonly string[]>>>;

const places = 'address|addresses|wallet|wallets|account|accounts';
const things = `${places}|key|keys|asset|assets|fund|funds|coins`;
const having = 'owned|controlled|held|custodied|possessed';
const holders = 'i|you|me|user|users|who|signer|holder|person|owner|he|she|it|one';

/** Words that readers take for a statement of somebody else, or another protocol for an order. In the form of `readPhrase`. */
const phrases: ByFault = {
  prefix: ['tron|ethereum|bitcoin signed message'],
  permit: [
    'permit|permits|approve|approves|approving|approval|approvals|allowance|allowances|spender|spenders',
    'setapprovalforall|increaseallowance|increaseapproval|transferfrom|permittransferfrom|permitbatch|permitsingle',
    'transferwithauthorization|receivewithauthorization|cancelauthorization|delegatebysig',
    'permission|permissions to spend|move|transfer|withdraw',
    'allow|allows|authorize|authorise|authorizes|authorises|authorizing|authorising * spend|spending|withdraw|withdrawal|withdrawals',
    'owner|active|account permission|permissions',
  ],
  reserves: [
    'reserves',
    `reserve ${things}|audit|snapshot`,
    'proof|proofs of * reserve|solvency|asset|assets|liability|liabilities|fund|funds|custody|holdings',
    'audit|audits|auditor|auditors|auditing|audited|attestation|attestations|attest|attests',
    'solvency|solvent|insolvency|insolvent|liabilities',
    'customer|customers|client|clients|user|users fund|funds|asset|assets|deposits|balances',
    'balance sheet',
    'merkle root|tree',
    'statement|statements of * asset|assets|holdings|account|accounts|balances|ownership|control',
  ],
  custody: [
    'custodian|custodians|custody',
    `self|non|un hosted|custody|custodial * ${places}`,
    `selfhosted|selfcustody|selfcustodial|noncustodial|unhosted * ${places}`,
    `${places} is|are * selfhosted|selfcustody|selfcustodial|noncustodial|unhosted`,
    `${places} is|are * self|non|un hosted|custody|custodial`,
    'i * own|hold|control|possess|have * private key|keys',
    'sole|exclusive control|owner|ownership|possession',
  ],
  ownership: [
    'i am|m a|an|part|one * address|addresses|wallet|wallets|account',
    'this is a|an !request|message|signature|login|sign|test|proof * address|wallet',
    `${places} is|are|as a|an|part|one * ${places}|exchange|custodian`,
    `official|corporate|company|exchange|treasury|foundation|institutional|omnibus|custody|custodial|hot|cold|warm ${places}|storage`,
    `${places} of the company|exchange|house|platform|custodian|operator|firm|foundation|treasury`,
    `${places} operated|managed|administered|run by !me|myself|you`,
    `${places} is|are|was|were operated|managed|administered|run by !me|myself|you`,
    `${things} * ${having} by !me|myself|you`,
    `${things} * ${having} and|or ${having} by !me|myself|you`,
    `${things} * belong|belongs|belonging to !me|myself|you`,
    `${things} * property of !me|you`,
    `${things} * under * control|custody|management of !me|you`,
    `!${holders} owns|controls|holds|operates|manages this|the|these|those|following ${places}`,
    `!${holders} holds|held + at|in|on this|the|these|those|following ${places}`,
    'transfer|transfers|assign|assigns|sell|sells|pledge|pledges * ownership|title|rights',
    'on behalf of',
    'in the name of',
    'we|they own|control|hold|operate|manage|possess|custody',
    'we hereby|confirm|certify|declare|attest|acknowledge',
    'we the undersigned',
    'our address|addresses|wallets|custody|keys',
    'legal|beneficial owner|owners|ownership',
    'authorised|authorized signatory|signatories|representative',
    'director|ceo|cfo|cto|chairman|trustee|liquidator|administrator|attorney|officer of',
    'power of attorney',
    'affidavit|notarised|notarized|notary',
    'under oath',
  ],
};

/** What only means one thing, wherever it stands. Some languages have no spaces. */
const runs: ByFault = {
  structured: ['primaryType', 'EIP712', 'TIP712', 'verifyingContract', 'domainSeparator', 'typedData'],
  transaction: ['raw_data_hex', 'ref_block_bytes', 'ref_block_hash', 'TriggerSmartContract', 'AccountPermissionUpdate'],
  // What operators of an installation sign, with other keys.
  house: ['signer approval 1', 'console decision 1', 'signer record 1'],
  reserves: [
    ...['储备证明', '储备金证明', '准备金证明', '儲備證明', '儲備金證明', '準備金證明', '资产证明', '資產證明'],
    ...['準備金証明', '準備金の証明', 'プルーフ・オブ・リザーブ', '준비금 증명', '지급준비금'],
    ...['доказательство резервов', 'подтверждение резервов', 'доказ резервів', 'підтвердження резервів'],
    ...['prueba de reservas', 'prova de reservas', 'preuve de réserves', 'preuve des réserves', 'prova delle riserve'],
    ...['Reservenachweis', 'Nachweis der Reserven', 'bewijs van reserves', 'rezerv kanıtı', 'dowód rezerw'],
    ...['bằng chứng dự trữ', 'bukti cadangan', 'إثبات الاحتياطيات', 'הוכחת רזרבות'],
  ],
};

/** A text is judged in this order: what it says of money comes before what it says of owners. */
const faults = ['house', 'prefix', 'structured', 'transaction', 'permit', 'reserves', 'custody', 'ownership'] as const;

/** What no text may say, by the fault of saying it. */
export const refusedPhrases: readonly { readonly fault: MessageFault; readonly phrases: readonly Phrase[] }[] =
  faults.map((fault) => ({
    fault,
    phrases: [...(phrases[fault] ?? []).map(readPhrase), ...(runs[fault] ?? []).map(readRun)],
  }));
