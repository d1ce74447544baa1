import { expect, type Page } from '@playwright/test';
import { units } from '@tern/money/units';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { getAddress } from '@tern/tron/address';
import { buildTokenTransfer } from '@tern/tron/build-token-transfer';
import { encodeRawTransaction } from '@tern/tron/encode-raw-transaction';
import { TronWeb } from 'tronweb';
import { walletUrl } from './installation.ts';
import {
  amountField,
  askForDraft,
  goToVerification,
  openTransfer,
  pressKeys,
  toField,
  verify,
  verifySheet,
  waitForSent,
} from './pages/transfer-page.ts';
import { openAccount, openNewcomer, type Account } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { tradePassword } from './support/factors.ts';
import { drawQrPicture } from './support/qr-pictures.ts';
import { openSite, siteHost, type ConnectedSite, type Site } from './support/site.ts';
import { test } from './support/test.ts';

// Goal: a person connects a site of others, has a text signed for it that anybody can check, pays it, turns it down and ends the
// connection; nothing else is ever signed. Method: the site uses the ecosystem's client at the installation's own relay, and the
// signature is checked by the Tron library.

const opened: Site[] = [];
test.afterEach(async () => {
  await Promise.all(opened.splice(0).map((site) => site.close()));
});

async function visitSite(): Promise<Site> {
  const site = await openSite();
  opened.push(site);
  return site;
}

const connectPathFor = (link: string) => `/wc?${new URLSearchParams({ uri: link })}`;
const signInText = `${siteHost} wants you to sign in with your Tron account\n\nNonce: 7f3a91c0d2`;

/** How the site's link reaches the wallet. */
type Take = (page: Page, link: string) => Promise<unknown>;
const open: Take = (page, link) => page.goto(connectPathFor(link));
const scan: Take = async (page, link) => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('a page without a browser');
  await page.goto('/pages/index/scan');
  const buffer = await drawQrPicture(browser, [link]);
  await page.getByLabel('Photo of a QR code').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
};
const pasteAsReceiver: Take = async (page, link) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTransfer(page, 'usdt');
  await page.evaluate((text) => navigator.clipboard.writeText(text), link);
  await page.getByRole('button', { name: 'Paste' }).click();
};

/** The person takes up the site's link and connects it with the trade password. */
async function connect(page: Page, take: Take): Promise<ConnectedSite> {
  const site = await visitSite();
  const { link, connected } = await site.makeLink();
  await take(page, link);
  await expect(page.getByText(siteHost)).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await pressKeys(verifySheet(page), tradePassword);
  await expect(page.getByText(`Connected to ${siteHost}`)).toBeVisible();
  return await connected;
}

/** By the bar that says so on any page. */
async function openRequest(page: Page, says: string): Promise<void> {
  await page.goto('/pages/my/setting');
  await expect(page.getByText(says)).toBeVisible();
  await page.getByRole('link', { name: 'View request' }).click();
  await page.waitForURL('**/pages/my/site-request?id=*');
}

async function signWithFactors(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: 'Sign with trade password and code' }).click();
  await verify(page, account.authenticator);
}

test('a site is connected, a person signs in there with a signature that the Tron library takes, and ends it', async ({
  device,
}) => {
  const account = await openAccount(device, {});
  const { page, address, api } = account;
  const connected = await connect(page, open);
  expect(connected.accounts).toEqual([expect.stringMatching(new RegExp(`^tron:0x[0-9a-f]{8}:${address}$`))]);

  const answer = connected.ask('tron_signMessage', { address, message: signInText });
  await openRequest(page, `${siteHost} asks you to sign a text.`);
  await expect(page.locator('.site-text')).toHaveText(signInText);
  await signWithFactors(page, account);
  await expect(page.getByText('The site has your signature.')).toBeVisible();
  expect(
    await new TronWeb({ fullHost: walletUrl }).trx.verifyMessageV2(
      signInText,
      ((await answer) as { readonly signature: string }).signature,
    ),
  ).toBe(address);

  await page.goto('/pages/my/setting');
  await page.getByRole('link', { name: 'Connected sites' }).click();
  await page.getByRole('button', { name: new RegExp(`^${siteHost}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No connected site')).toBeVisible();
  await connected.ended;
  const { events } = await api.identity.securityEvents({});
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['site-connected', 'site-text-signed', 'site-disconnected']),
  );
});

test('what a site asks to be paid becomes an ordinary transfer, and the site is told that nothing was signed', async ({
  device,
}) => {
  const account = await openAccount(device, { usdt: toUnits('usdt', '50') });
  const { page, address, api } = account;
  const connected = await connect(page, scan);
  const { assets } = await api.installation.installation();
  const contract = getAddress(assets.find(({ id }) => id === 'usdt')?.contract ?? '');
  const shop = freshAddress();
  const refused = expect(
    connected.ask('tron_signTransaction', tokenPayment({ address, shop, contract })),
  ).rejects.toMatchObject({ code: 5000, message: expect.stringContaining('the user may pay by an ordinary transfer') });

  await openRequest(page, `${siteHost} asks you to pay.`);
  await expect(page.getByRole('main')).toContainText('12.50 USDT');
  await page.getByRole('button', { name: 'Pay with a transfer' }).click();
  await expect(toField(page)).toHaveValue(shop);
  await expect(amountField(page)).toHaveValue('12.5');
  await refused;
  const tick = page.getByRole('checkbox', { name: /I have checked the address/ });
  await expect(page.locator('.page-foot').getByRole('button')).not.toHaveText(/Checking|Enter/);
  if (await tick.isVisible()) await tick.check();
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, account.authenticator);
  await waitForSent(page);
  const { records } = await api.records.listRecords({ filter: 'out' });
  expect(records).toMatchObject([{ assetId: 'usdt', amount: '12500000', receiveAddress: shop }]);
});

test('a transaction that is no payment, and a text that must not be signed, are refused with the reason', async ({
  device,
}) => {
  const account = await openAccount(device, {});
  const { page, address } = account;
  const connected = await connect(page, pasteAsReceiver);

  const approval = { address, transaction: { raw_data_hex: '0a02' } };
  const declined = expect(connected.ask('tron_signTransaction', approval)).rejects.toMatchObject({
    code: 5000,
    message: 'User rejected.',
  });
  await openRequest(page, `${siteHost} wants a transaction signed.`);
  await expect(page.getByText('We never sign transactions for sites.')).toBeVisible();
  await expect(page.getByText('This is not a plain payment.')).toBeVisible();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Refused')).toBeVisible();
  await declined;

  const message = 'I am an OKX address';
  const unsigned = expect(connected.ask('tron_signMessage', { address, message })).rejects.toMatchObject({
    code: 5000,
    message: 'The wallet does not sign this text.',
  });
  await openRequest(page, `${siteHost} asks you to sign a text.`);
  await signWithFactors(page, account);
  await expect(page.getByText('This text says who owns an address.')).toBeVisible();
  await unsigned;
});

test('a person turns a site down, which is told, and the link is of no use any more', async ({ device }) => {
  await openNewcomer(device);
  const { page, api } = device;
  const { link, connected } = await (await visitSite()).makeLink();
  const refused = expect(connected).rejects.toMatchObject({ code: 5000 });
  await page.goto('/pages/my/connect');
  await page.getByLabel('Link from the site').fill(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('A code or link doesn’t prove who made it.')).toBeVisible();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('No connected site')).toBeVisible();
  await refused;
  expect((await api.walletConnections.listConnections()).connections).toEqual([]);
  await page.goto(connectPathFor(link));
  await expect(page.getByRole('alert')).toContainText('This link has been used already.');
});

test('a request that is open ends with its connection, wherever that is ended', async ({ device }) => {
  const account = await openAccount(device, {});
  const { page, address, api } = account;
  const connected = await connect(page, open);
  // Nobody answers it.
  connected.ask('tron_signMessage', { address, message: signInText }).catch(() => undefined);
  await openRequest(page, `${siteHost} asks you to sign a text.`);
  await expect(page.getByRole('button', { name: 'Sign with trade password and code' })).toBeVisible();
  const [connection] = (await api.walletConnections.listConnections({})).connections;
  await api.walletConnections.endConnection({ id: connection?.id ?? '' });
  await expect(page.getByText('No longer open')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign with trade password and code' })).toBeHidden();
  await connected.ended;
});

test('a link that nobody answered is taken up once there is a connection', async ({ device }) => {
  await openNewcomer(device);
  const { page } = device;
  const { link } = await (await visitSite()).makeLink();
  await page.route('**/api/connections', (route) => route.abort());
  await page.goto(connectPathFor(link));
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/connections');
  await again.click();
  await expect(page.getByText('A code or link doesn’t prove who made it.')).toBeVisible();
});

for (const [host, says] of [
  [siteHost, 'Same address as the page you came from'],
  ['harbour-market.example', 'You came from harbour-market.example'],
] as const) {
  test(`a link that a page of ${host} opens is compared with what the site says it is`, async ({ device }) => {
    await openNewcomer(device);
    const { page } = device;
    const { link } = await (await visitSite()).makeLink();
    const target = `${walletUrl}${connectPathFor(link)}`;
    // Without encryption, as the wallet here: from an encrypted page no browser would tell it where somebody came from.
    await page.route(`http://${host}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${target.replaceAll('&', '&amp;')}">Open wallet</a>` }),
    );
    await page.goto(`http://${host}/`);
    await page.getByRole('link', { name: 'Open wallet' }).click();
    await expect(page.getByText(says)).toBeVisible();
    // The key that the link holds is nowhere in the address any more.
    expect(page.url()).not.toContain('symKey');
  });
}

function tokenPayment(payment: { readonly address: string; readonly shop: string; readonly contract: string }) {
  const frame = {
    refBlock: { number: 77, id: `${'0'.repeat(14)}4d${'ab'.repeat(24)}`, timeMs: 1_767_225_600_000 },
    expirationMs: 1_767_225_660_000,
    timestampMs: 1_767_225_600_000,
  };
  const transaction = buildTokenTransfer({
    owner: getAddress(payment.address),
    to: getAddress(payment.shop),
    contract: getAddress(payment.contract),
    amount: units(12_500_000n),
    feeLimitSun: units(30_000_000n),
    ...frame,
  });
  const raw_data_hex = Buffer.from(encodeRawTransaction(transaction)).toString('hex');
  return { address: payment.address, transaction: { raw_data_hex } };
}
