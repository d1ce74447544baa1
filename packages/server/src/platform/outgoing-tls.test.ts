import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTls, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemClock } from '@tern/base/clock';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { makeTestCertificate, type TestCertificate } from '@tern/testkit/test-certificate';
import { openNode } from '@tern/tron/open-node';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchText } from '../chain/prices/fetch-text.ts';
import { smsTransport, smtpTransport } from './messaging/public.ts';

// Goal: nothing of ours talks to whoever cannot show who it is. Method: real servers with certificates made here, once trusted
// and right, else expired, not yet valid, of another host, unknown, or of an old version of TLS.
const known = getCACertificates('default');
const running: Server[] = [];
afterEach(async () => {
  setDefaultCACertificates(known);
  for (const server of running.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

async function portOf(server: Server, host = 'localhost'): Promise<number> {
  running.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const text = { subject: 'Your code', text: '123456', messageId: '1', recipient: 'ana@example.org' };
const timeoutMs = 5_000;

/** Everything that asks others over https, with what it sends first. */
const clients: Readonly<Record<string, (port: number) => Promise<unknown>>> = {
  'a Tron node': (port) => openNode({ url: `https://localhost:${port}`, timeoutMs }).ask('/wallet/getnowblock', {}),
  'a source of rates': (port) => fetchText(globalThis.fetch, `https://localhost:${port}/rates.xml`),
  'a webhook for text messages': (port) =>
    smsTransport({ provider: 'webhook', url: `https://localhost:${port}/sms` }).send(text),
  'a service for text messages': (port) =>
    smsTransport({
      provider: 'twilio',
      url: `https://localhost:${port}`,
      accountSid: 'AC1',
      token: 't',
      from: '+1',
    }).send(text),
  'a store of pictures': async (port) => {
    const store = await openObjectStore(
      {
        kind: 's3',
        endpoint: `https://localhost:${port}`,
        bucket: 'pictures',
        region: 'us-east-1',
        accessKeyId: 'key',
        secretKey: 'secret',
      },
      systemClock,
    );
    await store.put(`${'0'.repeat(32)}.webp`, Buffer.from('picture'));
  },
};

/** Whether the request came through. */
async function reach(
  client: (port: number) => Promise<unknown>,
  { certificate, trusted, old = false }: { certificate: TestCertificate; trusted: boolean; old?: boolean },
): Promise<{ readonly heard: number; readonly answer: string }> {
  let heard = 0;
  const server = createHttps(
    { ...certificate, ...(old ? { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } : {}) },
    (_request, response) => {
      heard += 1;
      response.end('{}');
    },
  );
  const port = await portOf(server);
  if (trusted) setDefaultCACertificates([...known, certificate.cert]);
  const answer = await client(port).then(
    () => 'answered',
    (error: unknown) => String(error),
  );
  server.closeAllConnections();
  return { heard, answer };
}

const day = 86_400_000;
const wrong: Readonly<Record<string, () => Parameters<typeof reach>[1]>> = {
  'it signed itself': () => ({ certificate: makeTestCertificate({ host: 'localhost' }), trusted: false }),
  'has expired': () => ({
    certificate: makeTestCertificate({ host: 'localhost', until: new Date(Date.now() - day / 2) }),
    trusted: true,
  }),
  'is not valid yet': () => ({
    certificate: makeTestCertificate({ host: 'localhost', from: new Date(Date.now() + day / 2) }),
    trusted: true,
  }),
  'is of another host': () => ({ certificate: makeTestCertificate({ host: 'evil.example' }), trusted: true }),
  'speaks TLS 1.1 at most': () => ({
    certificate: makeTestCertificate({ host: 'localhost' }),
    trusted: true,
    old: true,
  }),
};

describe.each(Object.entries(clients))('X08 %s', (_name, client) => {
  test.each(Object.entries(wrong))('whose certificate or version is wrong (%s) hears nothing', async (_how, make) => {
    expect((await reach(client, make())).heard).toBe(0);
  });

  test('that shows who it is is asked', async () => {
    const certificate = makeTestCertificate({ host: 'localhost' });
    expect((await reach(client, { certificate, trusted: true })).heard).toBe(1);
  });
});

describe('X08 a mail server', () => {
  /** Answers as a mail server does, and keeps what it was told. */
  function listen(told: string[], socket: Socket): void {
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').filter((each) => each !== '')) {
        told.push(line);
        if (line.startsWith('EHLO')) socket.write('250-mail\r\n250 AUTH PLAIN\r\n');
        else if (line === 'STARTTLS') socket.write('502 no such command\r\n');
        else if (line.startsWith('DATA')) socket.write('354 go on\r\n');
        else if (line === '.' || !/^[A-Z]{4,}/.test(line)) socket.write(line === '.' ? '250 kept\r\n' : '');
        else socket.write(line.startsWith('AUTH') ? '235 welcome\r\n' : '250 ok\r\n');
      }
    });
    socket.write('220 mail ESMTP\r\n');
  }
  const mail = async (url: string): Promise<string> => {
    const transport = smtpTransport({ url, password: 'hunter2', from: { name: 'Wallet', address: 'w@example.org' } });
    const answer = await transport.send(text).then(
      () => 'sent',
      (error: unknown) => String(error),
    );
    transport.close();
    return answer;
  };

  test('of another machine that offers no encryption gets neither password nor mail', async () => {
    const told: string[] = [];
    const port = await portOf(
      createPlain((socket) => listen(told, socket)),
      '0.0.0.0',
    );
    // An address that is none of this machine's by its form, and leads to it.
    expect(await mail(`smtp://wallet@0.0.0.0:${port}`)).not.toBe('sent');
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((line) => !/^(?:EHLO|HELO|STARTTLS|QUIT)/.test(line))).toEqual([]);
  });

  test.each(Object.entries(wrong).filter(([how]) => how !== 'speaks TLS 1.1 at most'))(
    'whose certificate is wrong (%s) hears nothing',
    async (_how, make) => {
      const told: string[] = [];
      const { certificate, trusted } = make();
      const port = await portOf(createTls(certificate, (socket) => listen(told, socket)));
      if (trusted) setDefaultCACertificates([...known, certificate.cert]);
      expect(await mail(`smtps://wallet@localhost:${port}`)).not.toBe('sent');
      expect(told).toEqual([]);
    },
  );

  test('that shows who it is is given the mail', async () => {
    const told: string[] = [];
    const certificate = makeTestCertificate({ host: 'localhost' });
    const port = await portOf(createTls(certificate, (socket) => listen(told, socket)));
    setDefaultCACertificates([...known, certificate.cert]);
    expect(await mail(`smtps://wallet@localhost:${port}`)).toBe('sent');
    expect(told.join('\n')).toContain('123456');
  });
});
