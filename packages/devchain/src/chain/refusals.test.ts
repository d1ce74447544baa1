import { utils } from 'tronweb';
import { expect, test } from 'vitest';
import { connect, newPerson, post, refusalOf, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

/** A signed transfer of the treasury's, changed by `change` before it is signed. */
async function signedTransfer(
  { chain, tronWeb }: TestChain,
  change: (raw: Record<string, unknown>) => void = () => {},
) {
  const to = chain.info().accounts.faucet.base58;
  const unsigned = await tronWeb.transactionBuilder.sendTrx(to, 1_000_000);
  change(unsigned.raw_data);
  const changed = await tronWeb.transactionBuilder.newTxID(unsigned);
  return tronWeb.trx.sign(changed);
}

test('SIGERROR: signed by a stranger', async () => {
  const test = await startTestChain();
  const signed = await signedTransfer(test);
  const forged = {
    ...signed,
    signature: [utils.crypto.ECKeySign(bytesOf(signed.txID), bytesOf(newPerson().privateKey))],
  };
  expect(await refusalOf(test, forged)).toMatchObject({ code: 'SIGERROR' });
});

test('SIGERROR: not signed, cut short, signed twice, signed for another permission', async () => {
  const test = await startTestChain();
  const signed = await signedTransfer(test);
  const [signature = ''] = signed.signature;
  for (const signatures of [[], [signature.slice(0, 20)], [signature, signature], ['00'.repeat(65)]]) {
    expect(await refusalOf(test, { ...signed, signature: signatures })).toMatchObject({ code: 'SIGERROR' });
  }
  const { contract } = signed.raw_data;
  const other = { ...signed, raw_data: { ...signed.raw_data, contract: [{ ...contract[0], Permission_id: 7 }] } };
  expect(await refusalOf(test, other)).toEqual({
    code: 'SIGERROR',
    text: "Validate signature error: permission isn't exit",
  });
});

test('DUP_TRANSACTION_ERROR: pending, and still when it is in a block', async () => {
  const test = await startTestChain();
  const signed = await signedTransfer(test);
  expect(await post(test.chain, '/wallet/broadcasttransaction', signed)).toEqual({ result: true, txid: signed.txID });
  const refusal = { code: 'DUP_TRANSACTION_ERROR', text: 'Dup transaction.' };
  expect(await refusalOf(test, signed)).toEqual(refusal);
  await test.chain.admin.mine();
  expect(await refusalOf(test, signed)).toEqual(refusal);
});

test('TAPOS_ERROR: built on a block of another chain', async () => {
  const test = await startTestChain();
  const signed = await signedTransfer(test, (raw) => {
    raw['ref_block_hash'] = '0102030405060708';
  });
  expect(await refusalOf(test, signed)).toEqual({ code: 'TAPOS_ERROR', text: 'Tapos check error.' });
});

test('TRANSACTION_EXPIRATION_ERROR: past its time, or too far ahead', async () => {
  const test = await startTestChain();
  const signed = await signedTransfer(test);
  const far = await signedTransfer(test, (raw) => {
    raw['expiration'] = Number(raw['expiration']) + 25 * 60 * 60 * 1000;
  });
  expect(await refusalOf(test, far)).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
  await test.chain.admin.advanceTime(120_000);
  expect(await refusalOf(test, signed)).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
});

test('the checks come in their order: an expired forgery is expired first, a forged reference a forgery first', async () => {
  const test = await startTestChain();
  const forged = await signedTransfer(test, (raw) => {
    raw['ref_block_hash'] = '0102030405060708';
  });
  forged.signature = ['00'.repeat(65)];
  expect(await refusalOf(test, forged)).toMatchObject({ code: 'SIGERROR' });
  await test.chain.admin.advanceTime(120_000);
  expect(await refusalOf(test, forged)).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
});

test('BANDWITH_ERROR: neither free bandwidth nor TRX left', async () => {
  const test = await startTestChain();
  const person = newPerson();
  const to = test.chain.info().accounts.faucet.base58;
  await test.chain.admin.faucetTrx(person.address, 10n);
  await test.chain.admin.mine();
  const tronWeb = connect(test.chain, person.privateKey);
  for (const amount of [1, 2]) {
    expect(await tronWeb.trx.sendTransaction(to, amount)).toMatchObject({ result: true });
  }
  const third = await tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(to, 3));
  expect(await refusalOf(test, third)).toEqual({
    code: 'BANDWITH_ERROR',
    text: 'Account resource insufficient error.',
  });
});

test.each([
  ['more than there is', 2_000_000_000_000_000, 'Validate TransferContract error, balance is not sufficient.'],
  ['nothing', 0, 'Amount must be greater than 0.'],
  ['less than nothing', -1, 'Amount must be greater than 0.'],
])('CONTRACT_VALIDATE_ERROR: sending %s', async (_, amount, text) => {
  const test = await startTestChain();
  const signed = await signedTransfer(test, (raw) => {
    const [contract] = raw['contract'] as { parameter: { value: { amount: number } } }[];
    if (contract !== undefined) contract.parameter.value.amount = amount;
  });
  expect(await refusalOf(test, signed)).toEqual({
    code: 'CONTRACT_VALIDATE_ERROR',
    text: `Contract validate error : ${text}`,
  });
});

test('CONTRACT_VALIDATE_ERROR: from an account nobody activated', async () => {
  const test = await startTestChain();
  const tronWeb = connect(test.chain, newPerson().privateKey);
  const signed = await tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(test.treasury, 5));
  expect(await refusalOf(test, signed)).toEqual({
    code: 'CONTRACT_VALIDATE_ERROR',
    text: 'Contract validate error : account does not exist',
  });
});

test('TOO_BIG_TRANSACTION_ERROR: half a megabyte and more', async () => {
  const test = await startTestChain();
  const signed = await signedTransfer(test, (raw) => {
    raw['data'] = '61'.repeat(513_000);
  });
  expect(await refusalOf(test, signed)).toMatchObject({ code: 'TOO_BIG_TRANSACTION_ERROR' });
});

test('a refused transaction changes nothing', async () => {
  const test = await startTestChain();
  const before = await post(test.chain, '/wallet/getaccount', { address: test.treasury, visible: true });
  await refusalOf(test, await signedTransfer(test, (raw) => void (raw['data'] = '61'.repeat(513_000))));
  const tooMuch = await signedTransfer(test, (raw) => {
    const [contract] = raw['contract'] as { parameter: { value: { amount: number } } }[];
    if (contract !== undefined) contract.parameter.value.amount = 2_000_000_000_000_000;
  });
  await refusalOf(test, tooMuch);
  expect(await post(test.chain, '/wallet/getaccount', { address: test.treasury, visible: true })).toEqual(before);
  expect(await post(test.chain, '/wallet/getpendingsize')).toEqual({ pendingSize: 0 });
});

test('broadcasthex answers in its own shape', async () => {
  const test = await startTestChain();
  const { tronWeb, chain } = test;
  const signed = await signedTransfer(test);
  const hex = tronWeb.utils.transaction.txJsonToPb(signed);
  for (const signature of signed.signature) hex.addSignature(Buffer.from(signature, 'hex').toString('base64'));
  const bytes = Buffer.from(hex.serializeBinary()).toString('hex');
  const accepted = await post(chain, '/wallet/broadcasthex', { transaction: bytes });
  expect(accepted).toMatchObject({ result: true, code: 'SUCCESS', message: '', txid: signed.txID });
  const printed = JSON.parse(String(accepted['transaction'])) as { readonly signature: unknown };
  expect(printed).toMatchObject({ raw_data: { contract: [{ type: 'TransferContract' }] } });
  expect(printed.signature).toHaveLength(1);
  expect(await post(chain, '/wallet/broadcasthex', { transaction: bytes })).toMatchObject({
    result: false,
    code: 'DUP_TRANSACTION_ERROR',
    message: 'Dup transaction.',
  });
  expect(await post(chain, '/wallet/broadcasthex', { transaction: 'ff' })).toHaveProperty('Error');
});

function bytesOf(hex: string): number[] {
  return [...Buffer.from(hex, 'hex')];
}
