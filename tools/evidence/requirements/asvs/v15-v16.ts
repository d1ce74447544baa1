import { met, notMet, type Judgement } from '../requirement.ts';

const data = 'docs/security/data-and-logs.md';
const supply = 'docs/security/supply-chain.md';
const rights = 'docs/security/database-rights.md';
const strangersOut = 'X09 of five strangers nobody hears anything, by whatever way out, and each try is told';
const noSecretsLogged = 'no password, code, token or contact reaches the log';
const secretsInPaths = 'X03 a secret in the path of any route, by any method, does not stand in the log';
const refusals = 'X10 whatever is refused is logged with the code of its refusal, and what is not with none';
const oneLine = 'X04 none of them, in every text of every route, leaves more than one line for each request';
const genericFault = 'X11 %s out of any handler is a generic 500, logged once';
const oneHold = 'M01 one of 100 parallel holds of the whole balance succeeds';
const unknownFields = 'W13 no route takes a field it does not know, whatever it is called';
const behindProxy =
  "A17 takes the connection's own address whatever headers claim, and the right one behind a proxy of ours";

/** Chapters 15 and 16. */
export const v15ToV16: readonly Judgement[] = [
  met(
    'V15.1.1',
    'A fault in a package is repaired within two days, a week or a month, by its severity, and all packages are updated once a month.',
    supply,
  ),
  met(
    'V15.1.2',
    'A page lists what is installed, from the lock, and the image contains a bill of materials (CycloneDX).',
    supply,
    'the page of the supply chain is current',
    'X01 packages names ranges, double versions, wildcard exports, install scripts and foreign sources',
  ),
  met(
    'V15.1.3',
    'The pages say what costs most, what limits it, and what comes next.',
    'docs/capacity.md',
    'docs/bench.md',
    'docs/decisions/0073-pictures-in-a-walled-process.md',
  ),
  notMet(
    'V15.2.1',
    'All signatures and advisories have to be requested from the registry. The machine on which this was checked could not reach it for that; see the page of the supply chain.',
    'npm audit and npm audit signatures in CI, on a machine that reaches the registry.',
    supply,
  ),
  met(
    'V15.2.2',
    'Hashes and pictures wait in bounded queues, lists have pages, costly questions a limit for each person.',
    'A18 people who hash without end keep nobody from one hash: everybody has their turn',
    'W16',
    'U08 changed bytes end the decoder at worst, and 20 at once are turned away, not piled up',
  ),
  met(
    'V15.2.3',
    'The production profile refuses development helpers, and the image has no package for development.',
    'X02 production starts on a complete configuration only',
    'W09',
    'docs/operations/containers.md',
  ),
  met(
    'V15.2.4',
    'Exact versions and hashes in a lock, from one registry; packages of ours have a scope that is never fetched.',
    'X01 packages names ranges, double versions, wildcard exports, install scripts and foreign sources',
    supply,
  ),
  met(
    'V15.2.5',
    'The decoder of pictures has a process of its own, without network where the system permits that; the signer another one; every process a list of addresses.',
    'U03 U08 X09 the decoder has no environment, no network, no way to start or write anything, and little memory',
    strangersOut,
    'X09 the thread that asks connects to sockets of this machine’s files, and to nothing else',
  ),
  met('V15.3.1', 'Answers have the fields of their schema.', 'O07', 'M08', rights),
  met(
    'V15.3.2',
    'Every client of ours treats a redirect as an error.',
    'W19 a webhook that answers %i is not followed',
    'W19 a push service that leads elsewhere or whose name points inside is not followed',
    'W19 a node, a ticker and a gateway for text messages that answer %i are not followed inside',
  ),
  met('V15.3.3', 'Unknown fields are refused, and each action writes the columns that it names.', unknownFields),
  met(
    'V15.3.4',
    'Only as many hops as the settings name are believed; limits and the log use that address.',
    behindProxy,
  ),
  met(
    'V15.3.5',
    'Types are strict, comparisons too (eqeqeq), and what comes from outside is parsed into a type.',
    'gate lint',
    'gate types',
    'W13',
  ),
  met(
    'V15.3.6',
    'Bodies with __proto__ or constructor are refused; look-ups by outside words use Map or own properties.',
    'W13 refuses a body of 1 MB, broken JSON, poisoned JSON and unknown fields, each with its code and without a 5xx',
  ),
  met(
    'V15.3.7',
    'Query, path and body are read apart, each by its schema; a value given twice does not fit.',
    unknownFields,
    'W13',
  ),
  met(
    'V15.4.1',
    'Money is shared in the database alone; what processes keep in memory may be old, and is checked there.',
    oneHold,
    'I05 every concurrent reading of all balances sums to the same, and no balance is ever negative',
  ),
  met(
    'V15.4.2',
    'Check and act are one transaction with locks, at each place where money moves.',
    oneHold,
    'M39 of cancel, approve and reject at the same moment exactly one wins, in each of 60 rounds',
    'M38',
  ),
  met(
    'V15.4.3',
    'Rows are locked in one order; deadlocks are tried again a few times.',
    'M01 sets of three processes over the same people move every amount once and never wait in a ring',
    'F-D4',
  ),
  met(
    'V15.4.4',
    'People and networks take turns in every queue.',
    'A18 networks take turns: whoever sends most waits behind itself',
    'A18 people who hash without end keep nobody from one hash: everybody has their turn',
  ),
  met('V16.1.1', 'A page says of every log what is in it, where it is, who reads it and how long it is kept.', data),
  met(
    'V16.2.1',
    'Time, request id, address, method, path, status and code of the refusal; the account’s history and the audit log name who.',
    refusals,
    'A19 every change is noted once and told once on every channel, and the history shows it',
    'O06 a request that changes something can leave neither two rows in the log nor none, and reading leaves none',
  ),
  met(
    'V16.2.2',
    'Times are milliseconds of UTC; a process whose clock is not the database’s does not start, and the worker’s is compared by the signer.',
    'X06 a clock %d ms off the database’s is refused',
    'X06 at the worker (%d ms) makes the signer sign nothing for it',
  ),
  met(
    'V16.2.3',
    'There is one stream for each process, and the tables that the page lists.',
    data,
    'X04 X11 every line that the processes have logged in this file is an event of its own',
  ),
  met(
    'V16.2.4',
    'Each line is one JSON object.',
    'X04 X11 every line that the processes have logged in this file is an event of its own',
  ),
  met(
    'V16.2.5',
    'Fields of secrets are cut out, paths keep known words only, bodies are not logged.',
    noSecretsLogged,
    secretsInPaths,
    'X03 a secret in any place of any path, however it is written, is not logged',
  ),
  met(
    'V16.3.1',
    'Each login is in the account’s history, with the way of logging in; each refused one is in the log with its code, and is counted.',
    refusals,
    'A01 fifty wrong passwords in a row close an account to strangers for a day and raise one alert',
  ),
  met(
    'V16.3.2',
    'Refusals are logged with their code; operators’ refused decisions raise an alarm.',
    refusals,
    'O02 an account declared as near to oneself stays so, and its holder is not put on hold by its declarer',
    'docs/operations/alarms/operator-refused.md',
  ),
  met(
    'V16.3.3',
    'Wrong origins, inputs, limits and factors are logged by code. When a process tries to connect to an address that its settings do not name, this is refused and logged with the address.',
    refusals,
    strangersOut,
  ),
  met(
    'V16.3.4',
    'Faults are logged once with their request id, and counted by an alarm.',
    genericFault,
    'X10',
    'docs/operations/alarms/server-faults.md',
  ),
  met(
    'V16.4.1',
    'Each line is JSON, and characters that change what a terminal shows are escaped.',
    oneLine,
    'X04 raw bytes in the line and the headers of a request leave no line but our own',
  ),
  notMet(
    'V16.4.2',
    'Files of the log can be read and written by the user of the processes alone. Nothing proves that a line was not changed; only the audit log and the ledger are chained by hashes.',
    'Send the streams to another machine, as V16.4.3.',
    'O06',
    'M34 history cannot be rewritten by the owner either',
  ),
  notMet(
    'V16.4.3',
    'Processes write their logs to their output; whoever runs them decides where it goes. Metrics and alarms do go to another machine.',
    'A page and an example for journald or a collector, and a test of the alarm when lines stop.',
    data,
    'X10',
  ),
  met(
    'V16.5.1',
    'An error answer has a code and a request id, and nothing of the cause.',
    genericFault,
    'a fault, and a problem the route does not declare, answer 500 with a request id only and are reported',
  ),
  met(
    'V16.5.2',
    'Each outside system is taken away in tests; what needs it waits or is refused, and goes on afterwards.',
    'F-N2',
    'F-S1',
    'F-P1',
    'F-K1',
  ),
  met(
    'V16.5.3',
    'Where a limit, a flow or the signer cannot be asked, the answer is no.',
    'X13 %s is refused, and works afterwards',
    'X13',
  ),
  met(
    'V16.5.4',
    'What nobody caught is logged and counted; a process whose state is unknown ends and is started again.',
    'X11 uncaught error',
    genericFault,
  ),
];
