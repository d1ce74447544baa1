import { chapters } from '../asvs-ids.ts';
import { met, notApplicable, notMet, type Judgement } from '../requirement.ts';

const inventory = 'docs/security/cryptography.md';
const keyPages = 'docs/operations/secrets.md';
const current = 'the page of cryptography names every algorithm that the sources use, and no other';
const sealFails = 'K02 the seal fails closed';
const outgoing = 'X08 %s';
const pinned = 'K13 a machine in the middle reads nothing, changes nothing, and can be neither of the two';
const noTokens =
  'Sessions are random references. Nothing that the product accepts is a self-contained token; the two that it makes, for push services and for the relay, are read by others.';
const noOAuth = 'The product is neither a client nor a server of OAuth or OpenID Connect.';
const noWebRtc = 'There is no WebRTC.';

function idsOf(chapter: string): readonly string[] {
  return chapters.find(({ id }) => id === chapter)?.requirements.map(({ id }) => id) ?? [];
}

/** Chapters 9 to 12, and 17, which applies as little as 10. */
export const v09ToV12: readonly Judgement[] = [
  ...notApplicable(['V9.1.1', 'V9.1.2', 'V9.1.3', 'V9.2.1', 'V9.2.2', 'V9.2.3'], noTokens),
  met(
    'V9.2.4',
    'A token for a push service or a relay names it as its audience.',
    'packages/server/src/people/push/vapid.ts',
    'packages/wallet-connection/src/relay-token.ts',
  ),
  ...notApplicable(idsOf('V10'), noOAuth),
  met(
    'V11.1.1',
    'Pages say for each key who has it, what it protects, how it is made, rotated and taken away. NIST SP 800-57 was not gone through line by line.',
    keyPages,
    'docs/security/keys.md',
    'docs/operations/ceremony.md',
    'X02 nothing that people have stops working when every secret is rotated, twice',
  ),
  met(
    'V11.1.2',
    'A page lists algorithms, keys and certificates with what they are for; a test compares it with the sources.',
    inventory,
    current,
  ),
  met(
    'V11.2.1',
    'OpenSSL of Node, @noble, @scure, argon2 and SimpleWebAuthn. Encodings are ours, primitives are not.',
    inventory,
    'K04 signatures',
    'A08 agrees with the vectors of RFC 6238',
  ),
  met(
    'V11.2.2',
    'Sealed values and hashes name their version. Several versions of a key are valid during a rotation, and what an old one sealed is moved to the newest. A new cipher needs a release.',
    'X02 what is moved to the newest keys outlives the older ones, and what cannot be is counted before',
    'A13 raises an old hash to the parameters of today at sign-in',
  ),
  notMet(
    'V11.2.3',
    'All our own keys have a strength of 128 bits or more. RSA passkeys are accepted too, because some computers make no others; their 2,048 bits have a strength of 112 bits.',
    'Refuse RSA keys below 3,072 bits once the figures show that nobody makes them any more.',
    inventory,
  ),
  met(
    'V11.2.4',
    'Secrets are compared in constant time or by their hash in an index. Signatures by @noble are as constant in time as JavaScript allows.',
    'K05',
    'A04 unknown accounts and wrong passwords answer alike in text, work and time',
    'docs/security/keys.md',
  ),
  met('V11.2.5', 'When a sealed value does not open, the error says only that.', sealFails),
  met('V11.3.1', 'No mode without authentication is used.', inventory, current),
  met('V11.3.2', 'AES-GCM, and ChaCha20-Poly1305 where the protocol of sites demands it.', inventory, current),
  met(
    'V11.3.3',
    'Every cipher is authenticated; what is kept at rest is also bound to its place by additional data.',
    sealFails,
    'A05 the database holds no code and no unknown target in clear',
  ),
  met(
    'V11.3.4',
    'Each value has a new random nonce of 96 bits; a seed has a new salt and nonce each time it is sealed.',
    'K02',
    inventory,
  ),
  ...notApplicable(['V11.3.5'], 'No cipher is combined with a separate MAC.'),
  notMet(
    'V11.4.1',
    'The product hashes with SHA-256, SHA-512 and Keccak-256 (Tron’s). SHA-1 is still used, as HMAC, in two protocols of others: authenticator codes (RFC 6238, as all apps have it) and Twilio’s reports.',
    'None for authenticator apps: few of them read another algorithm. Twilio offers no other.',
    inventory,
    current,
  ),
  met(
    'V11.4.2',
    'Passwords are hashed by argon2id with a pepper outside the database: login passwords with 19 MiB and two passes, trade passwords with 7 MiB and five. Old hashes are renewed at the next login or the next right try.',
    'A13 raises an old hash to the parameters of today at sign-in',
  ),
  met('V11.4.3', 'SHA-256, or Keccak-256, wherever something is proven by a hash.', inventory, 'O06', 'H25'),
  met(
    'V11.4.4',
    'argon2id with 64 MiB and three passes for the seed’s passphrase.',
    'K02',
    'K01 a passphrase is replaced only after the seed opens with the next one, and a broken-off change goes on',
  ),
  notMet(
    'V11.5.1',
    'Tokens, names of files and nonces have 128 bits or more. Recovery codes have 80; the second half of an operator’s invitation has 78, beside a link of 256.',
    'Longer recovery codes, as V6.5.2.',
    'A06 session tokens are 256 random bits: 100,000 without a repetition or a leaning bit',
  ),
  met(
    'V11.5.2',
    'Random numbers come from the system’s generator, which does not run dry.',
    'K04 no two seeds are alike',
    inventory,
  ),
  met(
    'V11.6.1',
    'secp256k1 (Tron’s), P-256 and Ed25519, each by a library; signatures of payments follow RFC 6979.',
    'K04 signatures',
    'K03 keys',
  ),
  met(
    'V11.6.2',
    'Keys are agreed on with sites by X25519, with browsers by P-256, and on other connections as TLS 1.3 chooses.',
    inventory,
    'C06',
  ),
  notMet(
    'V11.7.1',
    'The signer’s memory is not encrypted by anything that the product does.',
    'A machine whose processor encrypts memory, or a key service in hardware.',
    'docs/security/keys.md',
  ),
  met(
    'V11.7.2',
    'Only the signer, or its key service, opens the seed; buffers are overwritten where the language allows it.',
    'K08 what opens no seed is not given the passphrase',
    'K01 no key of the house is readable in database, log, backup or surroundings of any process',
  ),
  met(
    'V12.1.1',
    'TLS 1.2 and 1.3 at both example proxies; 1.3 alone between worker and signer.',
    'X08 %s speaks TLS 1.3 and 1.2 with such ciphers, and nothing weaker',
    'K13 TLS 1.2 and plain HTTP are refused',
  ),
  met(
    'V12.1.2',
    'Both example proxies allow the same six ciphers, all with forward secrecy and authenticated encryption.',
    'both proxies name the same ciphers, all with forward secrecy and authenticated encryption',
    'X08 %s speaks TLS 1.3 and 1.2 with such ciphers, and nothing weaker',
  ),
  met(
    'V12.1.3',
    'Certificates of clients of the signer are compared with pins before a byte is read.',
    pinned,
    'K13 a connection serves one command, so that a certificate is judged before each',
  ),
  met(
    'V12.2.1',
    'The API refuses what reached the proxy in the clear.',
    'X08 what reached the proxy in the clear is refused by every route, and sent nowhere',
    'X02 production starts on a complete configuration only',
  ),
  met(
    'V12.2.2',
    'Production takes no address without https, and a command connects as a public client does: an authority in Mozilla’s list, the right name, the whole chain, two weeks left. The local chain, which nobody outside uses, is exempt. Who installs has to run it.',
    'X08 a certificate of a known authority, for this name and for weeks, is trusted',
    'X08 an authority that this machine alone trusts does not count',
    'X08 a certificate %s is told, although its authority is known',
    'docs/operations/networks.md',
  ),
  notMet(
    'V12.3.1',
    'Outgoing connections, the database and the signer are encrypted. Between proxy and processes, and from Prometheus to them, it is plain HTTP on a private network.',
    'TLS with pinned certificates for api and console, as for the signer.',
    'X08 production asks nobody in the clear but its own machine: %s',
    'deploy/README.md',
  ),
  met(
    'V12.3.2',
    'Every client checks the certificate or compares it with a pin; no setting of ours switches that off.',
    outgoing,
    'X08 a mail server',
  ),
  notMet(
    'V12.3.3',
    'The signer is reached over TLS or a socket of its own user. Between proxy and processes it is plain HTTP.',
    'As V12.3.1.',
    pinned,
  ),
  met(
    'V12.3.4',
    'Signer, standby and worker trust the pins of their settings alone; connections to the database use sslmode=verify-full.',
    'K13 two pins at once let either certificate of the signer in, and a removed one no longer',
    'X08 production asks nobody in the clear but its own machine: %s',
  ),
  met(
    'V12.3.5',
    'Orders to the signer need a certificate or a socket, a shared seal, a nonce and a time.',
    'K05 who is not the worker gets nothing',
    pinned,
  ),
  ...notApplicable(idsOf('V17'), noWebRtc),
];
