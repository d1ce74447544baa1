import { met, notApplicable, notMet, type Judgement } from '../requirement.ts';

const unknownFields = 'W13 no route takes a field it does not know, whatever it is called';
const payloadsRunNowhere = 'W01 of 300 payloads in every text of every answer none runs, on any page (${part} half)';
const asTyped = 'W01 markup that a person wrote stands there as they wrote it, on every page that shows it';
const textIsText = 'W20 what looks like SQL or a shell is text, and leaves every table where it is';
const everyHeader = 'W04 W07 X08 no answer lacks a security header, whatever was asked';
const cookies = 'W15 cookies are HttpOnly, SameSite=Lax and for the whole site; under https Secure and __Host- as well';
const foreignSites = 'W03 another site, and any body but JSON, moves nothing on any route that changes state';
const picturesAsAttachments =
  'U06 U07 a picture gets a name nobody can guess and is shown to its owner alone, as nothing a browser runs';
const oddRequests = 'W14 answers %s with a refusal of its own';
const noLdap = 'The product uses neither LDAP nor XPath nor LaTeX: its only query language is SQL.';

/** Chapters 1 to 3. */
export const v01ToV03: readonly Judgement[] = [
  met(
    'V1.1.1',
    'A path is decoded once, by the router; a body once, as JSON; texts are checked afterwards.',
    'W14',
    'refuses the NUL character wherever text is read',
    oddRequests,
  ),
  met(
    'V1.1.2',
    'Texts are stored as typed. React, the SQL driver and the writer of CSV encode them, each at the end.',
    asTyped,
    'W18',
  ),
  met(
    'V1.2.1',
    'React writes text nodes and attributes; Node refuses line breaks in headers; mail headers are encoded.',
    payloadsRunNowhere,
    'A20',
  ),
  met(
    'V1.2.2',
    'The link to a person’s profile on another network is built from a name that fits that network; all other outside links come from settings.',
    'W02 every link is made from the name alone, on the network it belongs to',
    'W02 %j gives no link on any network',
    'W06',
  ),
  met(
    'V1.2.3',
    'JSON comes from the serialiser alone. No script is written with data in it.',
    payloadsRunNowhere,
    'W07 the page runs own files and the script the build wrote into it, by its hash, and nothing else',
  ),
  met(
    'V1.2.4',
    'Statements are built by a query builder with parameters. Functions in the database build no statements.',
    textIsText,
    'W20 neither the API nor what it is made of starts programs or hands text to the database as a statement',
  ),
  met(
    'V1.2.5',
    'The API starts no program. The decoder of pictures is started without a shell and without words of people.',
    'W20 neither the API nor what it is made of starts programs or hands text to the database as a statement',
    'U03 U08 X09 the decoder has no environment, no network, no way to start or write anything, and little memory',
  ),
  ...notApplicable(['V1.2.6', 'V1.2.7', 'V1.2.8'], noLdap),
  met(
    'V1.2.9',
    'No regular expression is built from what people type; the few that are put together consist of our own words.',
    textIsText,
    'gate lint',
  ),
  met(
    'V1.2.10',
    'Every cell is quoted; one that a spreadsheet would run begins with an apostrophe.',
    'W18 %j is text for a spreadsheet, not a formula',
    'W18 the export holds every record of the person, pages or not, with formulas made text',
  ),
  ...notApplicable(['V1.3.1'], 'No field takes HTML. Nothing that people write is rendered as HTML.'),
  met(
    'V1.3.2',
    'The linter refuses eval, and the Content-Security-Policy lets none run. One worker may compile WebAssembly.',
    'gate lint',
    'W07 only the worker that decodes codes may compile WebAssembly',
  ),
  met(
    'V1.3.3',
    'Names, memos and profiles have a length and allowed characters; invisible ones are refused or shown.',
    'W17',
    'A20 of 10,000 odd addresses each is refused or is one bare address without room for a header',
  ),
  met(
    'V1.3.4',
    'SVG is refused as a picture, whatever it is called.',
    'U01 U02 what is no picture is refused with its reason, whatever it says it is',
    'U01 U02 what begins as anything else is refused by what it is, a picture behind it or not',
  ),
  met('V1.3.5', 'No markup language is read from people. Announcements of operators are plain text.', asTyped, 'O13'),
  met(
    'V1.3.6',
    'Outside addresses come from settings. Receivers of webhooks are listed, and every connection is checked.',
    'W19 an address inside, in every field of every route that takes a text, is asked by nobody',
    'W19 a name that leads inside when the connection is made is not reached, whatever it led to before',
  ),
  met(
    'V1.3.7',
    'Texts of messages are compiled into the program; values are put in as text.',
    'A20 values with line breaks, headers and bidi tricks give one recipient and no extra header',
    'W17 H04 names lost and foreign placeholders, wrong plurals, markup, copies of English and calls to pay first',
  ),
  ...notApplicable(['V1.3.8', 'V1.3.9'], 'Neither JNDI nor memcache is used.'),
  met(
    'V1.3.10',
    'Log lines have a fixed message and fields. No text that people wrote is used as a format string.',
    'X04 none of them, in every text of every route, leaves more than one line for each request',
  ),
  met(
    'V1.3.11',
    'An address is one bare address; subject and body are encoded by the mail library.',
    'A20 values with line breaks, headers and bidi tricks give one recipient and no extra header',
  ),
  notMet(
    'V1.3.12',
    'A gate refuses regular expressions of the common shapes that take exponential time. It is no full analysis: whatever is ambiguous only beyond the first character of a group is not seen. Expressions that are put together while a program runs consist of our own words. Some expressions take time that grows with the square of the length of the text. The texts are short: a request has at most 64 kB, and most texts have fewer than 500 characters.',
    'An engine that takes linear time for every expression, or a full analysis of ours.',
    'gate regexps',
    'W16 the gate names a slow expression with its place, in a source and in a screen, and there is none of ours',
    'W16 what is refused is what the engine is slow at: each character more doubles the time',
  ),
  met(
    'V1.4.1',
    'The code is TypeScript. The decoders of pictures, which are not, run in a process of their own.',
    'U08 changed bytes end the decoder at worst, and 20 at once are turned away, not piled up',
  ),
  met(
    'V1.4.2',
    'Money is a bigint within numeric(78,0); every operation checks its range.',
    'M06',
    'M06 amounts above what a price can value are refused, not a fault',
  ),
  met(
    'V1.4.3',
    'Memory is managed. Files, sockets and processes are closed on every way out.',
    'U05 while 200 uploads never end the next is asked to come back, everything else answers, and all goes on afterwards',
    'U05 U11 an upload that is cut, says another length or is framed wrongly leaves nothing, and the next is kept',
  ),
  met(
    'V1.5.1',
    'There is no XML parser. The two XML texts that are read (rates, listings of a bucket) are matched by fixed patterns, which know no entities.',
    'U02',
    'docs/prices.md',
  ),
  met(
    'V1.5.2',
    'JSON becomes plain values of a schema; unknown fields, prototypes and deep nesting are refused.',
    unknownFields,
    'W13 refuses a body of 1 MB, broken JSON, poisoned JSON and unknown fields, each with its code and without a 5xx',
  ),
  met(
    'V1.5.3',
    'One JSON parser reads every body; a whole address in place of a path is refused, so that no two readers see two paths.',
    oddRequests,
    'W13',
  ),
  met(
    'V2.1.1',
    'The contract describes every field with its pattern and range; /api/docs shows it.',
    'serves the contract as OpenAPI and a reference page from own files alone',
    'CONTRIBUTING.md',
  ),
  met(
    'V2.1.2',
    'The rules for combinations (asset and network, draft and fee, settings that contradict each other) are documented where they are set.',
    'docs/ledger.md',
    'docs/levels.md',
    'ARCHITECTURE.md',
  ),
  met(
    'V2.1.3',
    'Fees and limits for a person and for the house are published, with the day from which they hold.',
    'docs/levels.md',
    'docs/rewards.md',
    'O10 a dearer fee and lower limits come a day after they were decided; drafts of before keep what they were drawn up under',
  ),
  met(
    'V2.2.1',
    'Every field of every route has a schema; what does not fit is refused with its path and rule.',
    'names the fields that do not fit, by path and rule, never the value or a pattern',
    'M05 strange amounts are refused with a reason, never a fault, and leave no draft',
  ),
  met(
    'V2.2.2',
    'The server checks everything anew; the pages only help.',
    unknownFields,
    'M04 a draft is confirmed by its owner, as it was shown, or not at all',
  ),
  met(
    'V2.2.3',
    'Asset, receiver, amount and fee are judged together when a draft is made and again when it is confirmed.',
    'M29',
    'I11',
  ),
  met(
    'V2.3.1',
    'States change along fixed steps, which the database enforces too.',
    'M07',
    'M04 only the unmodified, own, unused draft is confirmed',
  ),
  met(
    'V2.3.2',
    'Limits are counted in the transaction that moves the money.',
    'M30 of parallel sends to the chain exactly those within the day’s total go on, the rest waits for review with its hold intact',
    'M30',
  ),
  met(
    'V2.3.3',
    'Each step is one database transaction, so it happens completely or not at all, wherever a process dies.',
    'M19',
    'M02 M19 is done once when the api died at %s and the person pressed again',
  ),
  met(
    'V2.3.4',
    'Balances, places of an activity and unique IDs are guarded by locks and constraints.',
    'M01 one of 100 parallel holds of the whole balance succeeds',
    'I17 M17 1,000 ways to write one user ID, sent by 50 accounts at once, are accepted once',
  ),
  met(
    'V2.3.5',
    'Large transfers wait for one operator, the largest for two; changes of the house always need two.',
    'O01 a send of 12,500 USDT goes through two operators to the chain, and not through one',
    'O01 O02 one operator trying alone in five ways changes nothing; with a second it is done once, both named',
    'K06 15,000 USDT above the signer’s limit are paid after two assertions, and not before',
  ),
  met(
    'V2.4.1',
    'Every route that anybody may call is limited by address and network; costly ones for each person too.',
    'A18 every route that anybody may ask is bounded, or says why it need not be',
    'A03',
    'W16',
  ),
  met(
    'V3.2.1',
    'Answers of the API run nothing; files of people are attachments in a sandbox; other origins get nothing.',
    everyHeader,
    picturesAsAttachments,
  ),
  met(
    'V3.2.2',
    'React writes text. No code sets HTML.',
    asTyped,
    'O13 markup that a person wrote stands before the operator as they wrote it, and 300 payloads in what the console’s API says run nowhere',
  ),
  met('V3.3.1', 'Over https all cookies are Secure and begin with __Host-.', cookies),
  met(
    'V3.3.2',
    'Cookies of people are SameSite=Lax, so that links in mails find them logged in; those of operators are Strict. State changes check the origin as well.',
    cookies,
    foreignSites,
  ),
  met(
    'V3.3.3',
    'All three cookies begin with __Host-.',
    cookies,
    'O08 are of no use to each other, under whatever name of a cookie',
  ),
  met('V3.3.4', 'Session and device tokens travel in Set-Cookie alone, with HttpOnly.', cookies),
  met(
    'V3.4.1',
    'Strict-Transport-Security is on every answer, for one year and with subdomains, also on the answer to bytes that are no HTTP.',
    everyHeader,
    'X08 every answer tells browsers to come over https alone, for a year, on every name below',
  ),
  met(
    'V3.4.2',
    'No answer allows another origin to read it.',
    'W05 no origin is ever allowed to read answers',
    'W05 W12 no answer names what made it, or lets another site read it',
  ),
  met(
    'V3.4.3',
    'Each kind of answer names what it may load; object-src and base-uri are none; scripts are own files and one hash.',
    everyHeader,
    'W07',
  ),
  met('V3.4.4', 'X-Content-Type-Options is nosniff on every answer.', everyHeader),
  met(
    'V3.4.5',
    'strict-origin: other sites learn the host, never a path. Other sites learn the host of the console only when operators open links from it.',
    everyHeader,
  ),
  met('V3.4.6', 'frame-ancestors is none on every answer.', everyHeader),
  met(
    'V3.4.7',
    'Every policy names where browsers report violations. Reports are counted by directive, sixty a minute at most by each process, and nothing else of them is kept.',
    everyHeader,
    'W07 reports in both forms of browsers are counted by directive, and nothing else of them is kept',
    'W07 W16 of a flood sixty a minute are read, and a long one is not',
  ),
  met('V3.4.8', 'Cross-Origin-Opener-Policy is same-origin on every answer.', everyHeader),
  met(
    'V3.5.1',
    'A request that changes state has to come from the origin of the installation, or name no origin at all, as programs other than browsers do.',
    foreignSites,
    'W03 only the configured origin may change anything: not that of the Host, nor ours by another scheme or port',
  ),
  met('V3.5.2', 'Only JSON is read, and the origin is checked in any case.', foreignSites),
  met(
    'V3.5.3',
    'What changes state is a POST, PUT, PATCH or DELETE.',
    'W14 no route answers to another method, and every answer says that it is JSON',
  ),
  met(
    'V3.5.4',
    'The console is another process on another host; production refuses the same host.',
    'O08 production refuses a console on the host of the wallet, whichever port and path it has',
    'O08 are of no use to each other, under whatever name of a cookie',
  ),
  ...notApplicable(
    ['V3.5.5'],
    'No page listens to messages of other windows. Workers talk to the page that made them.',
  ),
  met(
    'V3.5.6',
    'No answer is a script that calls a function whose name the caller chose (JSONP).',
    'W14 no route answers to another method, and every answer says that it is JSON',
  ),
  met(
    'V3.5.7',
    'Scripts are built files, the same for everybody.',
    'W11 every file is served byte by byte as it was built',
  ),
  met('V3.5.8', 'Cross-Origin-Resource-Policy is same-origin on every answer.', everyHeader, picturesAsAttachments),
  met(
    'V3.6.1',
    'Everything that a page loads comes from the wallet’s own origin.',
    'W11 every page asks our own origin alone',
  ),
  met(
    'V3.7.1',
    'The pages need no plug-ins, and the self-check tests what a browser has to be able to do.',
    'W09 the self-check is open to everybody, finds what works, and its report holds nothing private',
  ),
  met(
    'V3.7.2',
    'After a login nobody is led elsewhere; the only redirect leads to a path of the app.',
    'W06 after a login nobody is led to another site or to a page that is none',
    'a link of WalletConnect that a site opens is led on to the page that connects, and kept by no cache',
  ),
  met(
    'V3.7.3',
    'A link to another site opens a sheet first, which names the host and has a way back. The console, which operators alone use, opens its explorer at once.',
    'W06 a link to another site names the site first: it can be left alone, and opens without our address',
    'W06 no page opens another site but by the link that names it first',
  ),
];
