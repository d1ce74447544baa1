import { met, notApplicable, notMet, type Judgement } from './requirement.ts';

/** The controls of the CryptoCurrency Security Standard, by the numbers of its version 8. */
export const ccss: readonly Judgement[] = [
  met(
    '1.01.1',
    'Whoever holds the ceremony makes the seed on the machine of the signer, and writes its words down.',
    'docs/operations/ceremony.md',
    'K01 the words are shown once, confirmed, and never written to the disk; they restore the same addresses',
  ),
  met(
    '1.01.2',
    'Sources and image can be built again and compared to the byte before the ceremony.',
    'W11 a build elsewhere, in another zone and another language, is the same to the byte',
    'docs/decisions/0253-one-image-that-can-be-made-again.md',
  ),
  met('1.01.3', '256 bits of the system’s random numbers.', 'K04 no two seeds are alike'),
  notMet(
    '1.01.4',
    'The generator is that of the system, mixed from its own sources; nothing measures its entropy.',
    'Dice or a second source, mixed in at the ceremony.',
  ),
  met('1.02.1', 'Each wallet has its own deposit address, which is never given to anybody else.', 'D18'),
  notMet(
    '1.02.2',
    'Hot wallet and fee account can be given to owners of whom several have to sign; deposit addresses and payments need one key. Above its limits the signer needs two operators, which is not a second key on the chain.',
    'Two keys on the chain for the hot wallet, with a second signer.',
    'K07 the hot wallet and the fee account go to owners elsewhere; payments, sweeps and stakes go on with what is left',
    'K06 15,000 USDT above the signer’s limit are paid after two assertions, and not before',
  ),
  met(
    '1.02.3',
    'The 24 words restore every address on an empty machine; the hot wallet and the fee account can be given to more owners than have to sign together.',
    'K10',
    'docs/operations/treasury.md',
  ),
  met('1.02.4', 'All addresses follow from one seed by hardened paths.', 'K03 keys'),
  ...notApplicable(
    ['1.02.5', '1.02.6'],
    'The house decides where keys and words are kept, and by whom; the page of the ceremony says what to do.',
  ),
  met(
    '1.03.1',
    'The seed is sealed with argon2id and AES-256-GCM, or kept in a key service.',
    'K02 the seal fails closed',
    'K01 K05 a signer without keys signs by a key service: the same bytes, and no seed in its folder',
  ),
  met(
    '1.03.2',
    'The backups are the words on paper and copies of the signer’s folder.',
    'K10',
    'docs/operations/backup.md',
  ),
  ...notApplicable(['1.03.3', '1.03.4', '1.03.5'], 'Fire, locks and seals of the paper are in the house’s hands.'),
  notMet(
    '1.03.6',
    'A backup of the signer has the sealed seed; the words on paper are plain.',
    'Shares of the seed, of which several are needed.',
    'docs/operations/backup.md',
  ),
  met(
    '1.04.1',
    'Orders come from the worker by certificate or socket with a seal; operators sign with security keys.',
    'K05 who is not the worker gets nothing',
    'K06 an approval is worth nothing for another amount, receiver or order',
  ),
  met(
    '1.04.2',
    'The signer runs as a user of its own, without network but for what its settings name, and can have a machine of its own.',
    'X09 the thread that asks connects to sockets of this machine’s files, and to nothing else',
    'K13 a signer on another machine signs for its worker, answers its operators, and changes its certificate',
  ),
  ...notApplicable(
    ['1.04.3', '1.04.4', '1.04.5'],
    'References, identity and background of operators are checked by the house.',
  ),
  met(
    '1.04.6',
    'The signer reads each order completely and compares it with its policy and limits. Above the limits it asks two operators, who sign what the signer says of the order.',
    'K06 a payment above the limit is signed after two operators approved what the signer itself says of it',
    'K05 these seventeen commands are all there is, and none signs a hash or foreign bytes',
  ),
  notMet('1.04.7', 'All keys of one seed are on one machine.', 'As 1.02.2.'),
  met('1.04.8', 'Signatures follow RFC 6979; no number is drawn for them.', 'K04 signatures'),
  met(
    '1.05.1',
    'A page for a compromised hot key and one for a seed that others may know.',
    'docs/operations/compromised-hot-key.md',
    'docs/operations/signer.md',
  ),
  met(
    '1.05.2',
    'Both are rehearsed by tests; people have to rehearse them too, as the pages say.',
    'K09 all addresses of a seed are emptied to the hot wallet and from there to the cold address of another seed',
    'K09 with a new seed in place and money from cold storage, the new key pays a withdrawal of USDT, and nothing leaves the old hot wallet',
  ),
  met(
    '1.06.1',
    'Operators are invited, changed and disabled by two administrators. A further key of an operator is added and removed by the signature of a key that the operator already has. Each change is told and logged.',
    'docs/operations/operators.md',
    'O01 an operator is invited by two administrators in the console, given another role and shut out by two',
  ),
  met(
    '1.06.2',
    'The signer’s policy is changed by two enrolled keys, on its own page.',
    'O01 a further key waits for two operators, and a draft that was changed is not put in force',
  ),
  notMet(
    '2.01.1',
    'Nobody outside has audited or attacked the product.',
    'An audit by somebody else before it holds other people’s money; README says so.',
    'README.md',
  ),
  met(
    '2.02.1',
    'A page says how disks, machines and paper that held secrets are destroyed, and who notes it.',
    'docs/operations/secrets.md',
  ),
  met(
    '2.03.1',
    'Each day the house publishes what it owes, as a tree in which people find their own part, and addresses whose keys sign that they hold it. No auditor checks it.',
    'docs/proof-of-liabilities.md',
    'H26',
  ),
  met(
    '2.04.1',
    'Every decision of operators is in a log that is a chain, whose head is published; the signer keeps a record of its own.',
    'O06',
    'O01 the record of the ceremony verifies with nothing but the file',
  ),
  met(
    '2.04.2',
    'Database and audit log are backed up continuously.',
    'X05 a backup comes back as it was, or brought forward to the last line that was committed',
  ),
];
