import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openEnvelope, openEnvelopeFrom, sealEnvelope, sealEnvelopeFrom } from './envelope.ts';
import { deriveSymKey, generateKeyPair, topicOf, type PublicKey, type SymKey } from './keys.ts';
import { limits } from './limits.ts';

// The values that the public test suites of the protocol's clients share.
const a = {
  privateKey: '1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862',
  publicKey: 'ff7a7d5767c362b0a17ad92299ebdb7831dcbd9a56959c01368c7404543b3342' as PublicKey,
};
const b = {
  privateKey: '36bf507903537de91f5e573666eaa69b1fa313974f23b2b59645f20fea505854',
  publicKey: '590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a' as PublicKey,
};
const key = '0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c' as SymKey;
const text = '{"id":1,"jsonrpc":"2.0","method":"test_method","params":{}}';
const nonce = Buffer.from('717765636661617364616473', 'hex');
const type0 =
  'AHF3ZWNmYWFzZGFkc3paHoQ96/mLAdanVxi17icRXq+jyrqXA8ocVgGmryQZBFMg+uwgc8yLa43EOeY+IWEv84g8hn4L3Ncsgz6397sgNKnsNcL7A9k3Mg==';
const type1 =
  'Af96fVdnw2KwoXrZIpnr23gx3L2aVpWcATaMdARUOzNCcXdlY2ZhYXNkYWRzeloehD3r+YsB1qdXGLXuJxFer6PKupcDyhxWAaavJBkEUyD67CBzzItrjcQ55j4hYS/ziDyGfgvc1yyDPrf3uyA0qew1wvsD2Tcy';
const type2 = 'AnsiaWQiOjEsImpzb25ycGMiOiIyLjAiLCJtZXRob2QiOiJ0ZXN0X21ldGhvZCIsInBhcmFtcyI6e319';

describe('the protocol’s own test vectors', () => {
  test('both ends derive the same key', () => {
    expect(deriveSymKey(a.privateKey, b.publicKey)).toBe(key);
    expect(deriveSymKey(b.privateKey, a.publicKey)).toBe(key);
  });

  test('a topic is the hash of the bytes of its key', () => {
    const shared = '9c87e48e69b33a613907515bcd5b1b4cc10bbaf15167b19804b00f0a9217e607' as SymKey;
    expect(topicOf(shared)).toBe('a492906ccc809a411bb53a84572b57329375378c6ad7566f3e1c688200123e77');
    expect(topicOf(key)).toBe('2c03712132ad2f85adc472a2242e608d67bfecd4362d05012d69a89143fecd16');
  });

  test('an envelope for one key (type 0) is sealed and opened', () => {
    expect(sealEnvelope(key, text, nonce)).toBe(type0);
    expect(openEnvelope(type0, key)).toEqual({ text });
  });

  test('an envelope that names its sender (type 1) is sealed and opened', () => {
    expect(sealEnvelopeFrom(a.publicKey, key, text, nonce)).toBe(type1);
    expect(openEnvelopeFrom(type1, b.privateKey)).toEqual({ text, sender: a.publicKey });
  });
});

describe('C01 envelopes that are refused', () => {
  test.each([
    ['nothing', '', 'not-base64'],
    ['other characters', `${type0.slice(0, -4)}M g=`, 'not-base64'],
    ['a line break inside', `${type0.slice(0, 8)}\n${type0.slice(8)}`, 'not-base64'],
    ['base64url', type0.replaceAll('/', '_').replaceAll('+', '-'), 'not-base64'],
    ['missing padding', type0.slice(0, -2), 'not-base64'],
    ['an envelope that is not sealed', type2, 'unknown-envelope'],
    ['an envelope that names a sender', type1, 'unknown-envelope'],
    ['an unknown type', Buffer.from([3, ...randomBytes(40)]).toString('base64'), 'unknown-envelope'],
    ['the type alone', 'AA==', 'envelope-too-short'],
    ['no room for a tag', Buffer.alloc(28).toString('base64'), 'envelope-too-short'],
    ['too much', 'A'.repeat(limits.envelopeChars + 4), 'envelope-too-large'],
    ['no text at all, but not sealed either', Buffer.alloc(29).toString('base64'), 'not-authentic'],
  ])('%s', (_, sealed, refusal) => {
    expect(openEnvelope(sealed, key)).toEqual({ refusal });
  });

  test('another key opens nothing', () => {
    expect(openEnvelope(type0, '0'.repeat(64) as SymKey)).toEqual({ refusal: 'not-authentic' });
    expect(openEnvelopeFrom(type1, generateKeyPair().privateKey)).toEqual({ refusal: 'not-authentic' });
  });

  test('not one changed bit is taken', () => {
    const bytes = Buffer.from(type0, 'base64');
    for (let bit = 8; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(openEnvelope(changed.toString('base64'), key)).toEqual({ refusal: 'not-authentic' });
    }
  });

  test('what is sealed has to be text', () => {
    const sealed = sealEnvelope(key, Buffer.from([0x7b, 0xff, 0x7d]) as unknown as string);
    expect(openEnvelope(sealed, key)).toEqual({ refusal: 'not-text' });
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['one', `01${'00'.repeat(31)}`],
    ['a point of order eight', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
    ['the prime itself', `edff${'ff'.repeat(29)}7f`],
  ])('a public key that makes the shared secret known to everybody: %s', (_, publicKey) => {
    expect(deriveSymKey(a.privateKey, publicKey as PublicKey)).toBeUndefined();
    const sealed = Buffer.concat([Buffer.of(1), Buffer.from(publicKey, 'hex'), randomBytes(40)]).toString('base64');
    expect(openEnvelopeFrom(sealed, a.privateKey)).toEqual({ refusal: 'bad-public-key' });
  });
});

test('new key pairs differ, agree with each other, and two envelopes of one text differ', () => {
  const [one, two] = [generateKeyPair(), generateKeyPair()];
  expect(one.publicKey).not.toBe(two.publicKey);
  const shared = deriveSymKey(one.privateKey, two.publicKey);
  expect(shared).toMatch(/^[0-9a-f]{64}$/);
  expect(deriveSymKey(two.privateKey, one.publicKey)).toBe(shared);
  expect(sealEnvelope(key, text)).not.toBe(sealEnvelope(key, text));
});
