import { describeChain } from '../admin/admin.ts';
import type { ChainCore } from '../chain/core.ts';
import type { ChainNode } from '../chain/node.ts';
import { contractName } from '../chain/transaction.ts';
import type { Block } from '../chain/types.ts';
import { toHex } from '../crypto/bytes.ts';

const blocksShown = 15;
const transactionsShown = 15;

/** A page for people: where the chain stands, its latest blocks and transactions. */
export function renderPage(core: ChainCore, node: ChainNode): string {
  const info = describeChain(core, node);
  const blocks = latestBlocks(core);
  const facts: [string, string][] = [
    ['Height', `${info.height}, solidified up to ${info.solidHeight}, ${info.pending} pending`],
    ['Mining', info.blockMs === null ? info.mining : `every ${info.blockMs} ms`],
    ['USDT', info.contracts.usdt.base58],
    [info.token.symbol, info.contracts.reward.base58],
    ['Treasury', info.accounts.treasury.base58],
    ['Faucet', info.accounts.faucet.base58],
  ];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>Local Tron chain</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
  body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
  th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
  td { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
</style>
<h1>Local Tron chain</h1>
<table>${facts.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`).join('')}</table>
<h2>Blocks</h2>
${table(['Number', 'Time', 'Transactions', 'Id'], blocks.map(blockRow))}
<h2>Transactions</h2>
${table(['Block', 'Type', 'Result', 'Fee, SUN', 'Id'], transactionRows(core))}
</html>
`;
}

function latestBlocks(core: ChainCore): Block[] {
  const height = core.history.head().number;
  return Array.from({ length: blocksShown }, (_, back) => core.history.findBlock(height - back)).filter(
    (block) => block !== undefined,
  );
}

function blockRow(block: Block): string[] {
  return [
    String(block.number),
    new Date(block.timestampMs).toISOString(),
    String(block.transactions.length),
    toHex(block.id),
  ];
}

function transactionRows(core: ChainCore): string[][] {
  const rows: string[][] = [];
  for (const number of core.history.filledHeights().slice(-transactionsShown).toReversed()) {
    const block = core.history.findBlock(number);
    for (const { id, transaction, receipt } of block?.transactions.toReversed() ?? []) {
      if (rows.length === transactionsShown) return rows;
      const [contract] = transaction.raw_data.contract;
      const type = contract === undefined ? '' : contractName(contract);
      rows.push([String(number), type, receipt.contractResult, receipt.feeSun.toString(), id]);
    }
  }
  return rows;
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const head = heads.map((name) => `<th scope="col">${escape(name)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
