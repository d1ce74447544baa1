import { met, notMet, type Judgement } from '../requirement.ts';

const machines = 'docs/operations/several-machines.md';
const secrets = 'docs/operations/secrets.md';
const data = 'docs/security/data-and-logs.md';
const rights = 'docs/security/database-rights.md';
const everyRight = 'X07 every right on a table stands on the page, and the page says nothing else';
const strangersOut = 'X09 of five strangers nobody hears anything, by whatever way out, and each try is told';
const knownWays = 'X09 every setting that takes an address is known here';
const notFound = 'W14 answers unknown paths, methods and broken escapes in the same shape';
const builtFiles = 'W12 nothing beside the built files is served';
const noSecretsLogged = 'no password, code, token or contact reaches the log';
const secretsInPaths = 'X03 a secret in the path of any route, by any method, does not stand in the log';
const clearedAtLogout =
  'W10 after logout nothing of the person but the hint for the login page is left in caches, stores or databases';
const genericFault = 'X11 %s out of any handler is a generic 500, logged once';
const erasure = 'X12 closing erases all of a person but what is said to be kept, and nothing of anybody else';

/** Chapters 13 and 14. */
export const v13ToV14: readonly Judgement[] = [
  met(
    'V13.1.1',
    'A page lists for each process the ports that it opens and what it connects to. The only destinations that others name are receivers of webhooks and push services.',
    machines,
    knownWays,
    'W19 push services and receivers of webhooks are reached at public addresses alone, but for this machine itself',
  ),
  met(
    'V13.1.3',
    'A page has timeout, connections and tries of each outside system, and what happens then. A test compares the figures with the code and finds files that open connections by the usual calls and that the page does not name.',
    'docs/security/outside-connections.md',
    'X13 $name is as the page says',
    'X13 every file that opens a connection by its usual name stands on the page, and the page names no other',
  ),
  met(
    'V13.1.4',
    'Every secret is documented, with how to rotate it and how often.',
    secrets,
    'X02 nothing that people have stops working when every secret is rotated, twice',
  ),
  met(
    'V13.2.1',
    'Each process has a database role and secrets of its own; the signer also a certificate. Passwords of roles are changed by one command.',
    everyRight,
    'K12 compose gives the %s its own secrets and no others',
    'X02 nothing that people have stops working when every secret is rotated, twice',
  ),
  met(
    'V13.2.2',
    'Rights are granted by table, column and function; each process runs as a user of its own, with nothing that it does not need.',
    everyRight,
    rights,
    'X07 cannot reach behind the functions',
  ),
  met(
    'V13.2.3',
    'Secrets are generated for each installation; a start with missing or short ones is refused.',
    'X02 what is malformed, short, open or named without being there is told, without its value',
    'X02 what is generated is closed to others, shown to nobody, and never made twice',
  ),
  met(
    'V13.2.4',
    'Every socket of api, console and worker is compared with the addresses of the settings.',
    strangersOut,
    'X09 code that wants to tell somebody',
  ),
  met(
    'V13.2.5',
    'As V13.2.4; the proxies lead to the processes alone.',
    strangersOut,
    'X09 the api and the console reach neither mail nor text messages nor prices, and the signer nobody on a real network',
  ),
  met(
    'V13.2.6',
    'A test compares the times and tries on the page of V13.1.3 with the code, and faults of each system are tried.',
    'F-N3',
    'F-S1',
    'F-K1',
    'X13',
  ),
  notMet(
    'V13.3.1',
    'Secrets are files with mode 400 or 600, made, rotated and retired by commands, or files that a platform mounts. That is not a vault, and the seed is in hardware only where the key service keeps it there.',
    'A key service for a hardware module, connected like the process that can hold the keys today.',
    secrets,
    'X02 a missing, malformed or openly readable secret is named, never shown',
  ),
  met(
    'V13.3.2',
    'Each process is given its own secrets and no others.',
    'K12 compose gives the %s its own secrets and no others',
    'X02 a missing, malformed or openly readable secret is named, never shown',
  ),
  met(
    'V13.3.3',
    'Keys of addresses are in the signer, or in a key service of its own. Keys of authenticators and messages are in the processes that need them.',
    'K01 K05 a signer without keys signs by a key service: the same bytes, and no seed in its folder',
    'K01 no answer of the key service holds a key, whatever it is asked',
  ),
  notMet(
    'V13.3.4',
    'No secret expires by itself, except the certificates of the signer.',
    'The age of each secret in the console, and an item in its list of work.',
    secrets,
  ),
  met('V13.4.1', 'The image has no .git, and no path leads to one.', notFound, builtFiles, '.dockerignore'),
  met(
    'V13.4.2',
    'The production profile refuses development helpers; a signal opens no debugger of the signer.',
    'X02 production starts on a complete configuration only',
    'K08 the debugger’s signal opens no debugger',
  ),
  met('V13.4.3', 'No folder is listed.', builtFiles),
  met(
    'V13.4.4',
    'Methods that no route has are refused, by the server and whatever stands before it.',
    'W14 answers %s with a refusal of its own',
    notFound,
  ),
  met(
    'V13.4.5',
    'The documents of the two APIs are meant to be read. Metrics have ports of their own, on this machine or behind a token.',
    'metrics are for who shows the token; health is for everybody',
    machines,
  ),
  met(
    'V13.4.6',
    'No header names a program or its version. The app shows its own version, so that people can compare it.',
    'W05 W12 no answer names what made it, or lets another site read it',
    genericFault,
  ),
  met(
    'V14.1.1',
    'There are four levels, which cover every table with data of people and every secret.',
    data,
    'docs/personal-data.md',
  ),
  met(
    'V14.1.2',
    'The page says what each level demands of encryption, log and retention, and who reads the data.',
    data,
    'docs/personal-data.md',
  ),
  notMet(
    'V14.2.1',
    'The link in a notice has its token in the query, because pages of 2.1.0, which devices may still have, read it nowhere else. Pages of this release read it behind the # too, and send it in the body of a POST. The token of the copy of a person’s data is in the body of a POST; open pages of 2.1.0 fetch theirs by its path, which also needs the session and works once. No other URL that is sent contains the token of a session, a code or a secret of ours. A link of WalletConnect has the key of that pairing in its query, as its protocol says; no log and no cache keeps it.',
    'In the next release the token of the link stands behind the #, which browsers send to nobody, and the path of the copy is gone.',
    'X03 a token in the query of a link stands in no other address, and goes into the body of the request that it is for',
    'X03 a token behind the # of a link goes nowhere but into the body of the request that it is for',
    'the copy of one’s data is a file of their own, and a closing that was asked for is taken back in one press',
    secretsInPaths,
    'K12 no log of nginx has the path of a request, where a link in a mail has its code',
  ),
  met(
    'V14.2.2',
    'no-store on every answer but built files; the proxies cache nothing.',
    'W04 every answer of the API is uncached, unframed, sniff-proof, carries its request id and runs nothing',
    'W10 nothing but built files is kept, and every answer with text says its encoding',
  ),
  met(
    'V14.2.3',
    'No page loads anything from another server or sends anything there, except to a node that the person chose.',
    'W11 every page asks our own origin alone',
    'W07 only the worker that asks a node of the person’s choice reaches other servers',
  ),
  met(
    'V14.2.4',
    'The product treats the data of each level as the page says.',
    erasure,
    noSecretsLogged,
    'A05 the database holds no code and no unknown target in clear',
  ),
  met(
    'V14.2.6',
    'Contacts are masked; operators see the last digits, and the whole for a reason that is logged.',
    'O07 of a phone number the list, the search and the page show the last digits alone',
    'O07 contacts are shown in full for a reason that stays in the log, to 50 people a day and no more',
  ),
  met(
    'V14.2.7',
    'The page says for each table after which time or event its rows are deleted.',
    'docs/personal-data.md',
    erasure,
    'X12',
  ),
  met(
    'V14.2.8',
    'A stored picture keeps neither place nor device nor anything else but its pixels.',
    'U04 place, device, profile and thumbnail are gone',
    'U04 nothing of a file but its pixels is kept',
  ),
  met(
    'V14.3.1',
    'Logging out clears what the device kept, also without a connection, and so does the first reply that says that the session has ended. Without a connection, the session ends on the server with the first request afterwards; if the browser deletes the app’s note of the logout before that, the session ends when it expires. Clear-Site-Data is not sent: it would take the app itself away.',
    clearedAtLogout,
    'W10 who logs out without a connection leaves nothing here, and is logged out on the server with the first connection',
    'A07 a session ended from another device closes its pages at once',
  ),
  met(
    'V14.3.2',
    'Every answer of the API has Cache-Control: no-store.',
    'W04 every answer of the API is uncached, unframed, sniff-proof, carries its request id and runs nothing',
  ),
  notMet(
    'V14.3.3',
    'The device keeps balances, records and addresses for seven days, in the clear, so that they can be seen without a connection; and forms that are not sent, without secrets. This was decided on purpose and is stated in the privacy policy, and a person can clear the data.',
    'None: to show the data without a connection, the device would have to keep the key as well.',
    'docs/decisions/0206-last-seen-without-a-connection.md',
    clearedAtLogout,
  ),
];
