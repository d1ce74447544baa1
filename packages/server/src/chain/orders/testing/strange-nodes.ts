import type { TronNode } from '@tern/tron/open-node';

/** For tests: nodes that answer like another one, but for what they are said to do wrong. */

type Reply = Record<string, unknown>;

/** The newest irreversible block it knows is `blocks` older. */
export function laggingNode(node: TronNode, blocks: number): TronNode {
  return {
    name: 'lagging',
    ask: async (path, body) => {
      const reply = await node.ask(path, body);
      if (path !== '/walletsolidity/getblock' || 'id_or_num' in body) return reply;
      const { block_header: header } = reply as { block_header: { raw_data: { number: number } } };
      return node.ask(path, { ...body, id_or_num: String(header.raw_data.number - blocks) });
    },
  };
}

/** Keeps no irreversible block below a height. */
export function prunedNode(node: TronNode, belowHeight: number): TronNode {
  return {
    name: 'pruned',
    ask: async (path, body) => {
      const number = Number(body['id_or_num'] ?? body['num'] ?? belowHeight);
      return path.startsWith('/walletsolidity/getblock') && number < belowHeight ? {} : node.ask(path, body);
    },
  };
}

/** Follows another chain from a height on: its blocks there have other ids. */
export function forkedNode(node: TronNode, fromHeight: number): TronNode {
  // Always another digit: a fixed one would leave one id of sixteen as it is.
  const rename = (id: unknown): unknown =>
    typeof id === 'string' ? `${id.slice(0, -1)}${id.endsWith('f') ? '0' : 'f'}` : id;
  return {
    name: 'forked',
    ask: async (path, body) => {
      const reply = (await node.ask(path, body)) as Reply;
      const header = reply['block_header'] as { raw_data: { number: number; parentHash: string } } | undefined;
      if (header === undefined || header.raw_data.number < fromHeight) return reply;
      const parentHash =
        header.raw_data.number === fromHeight ? header.raw_data.parentHash : rename(header.raw_data.parentHash);
      return {
        ...reply,
        blockID: rename(reply['blockID']),
        block_header: { ...header, raw_data: { ...header.raw_data, parentHash } },
      };
    },
  };
}

/** Denies one transaction: in blocks, in receipts, everywhere. */
export function denyingNode(node: TronNode, txId: () => string): TronNode {
  const without = (list: unknown, key: string): unknown =>
    Array.isArray(list) ? list.filter((each: Reply) => each[key] !== txId()) : list;
  return {
    name: 'denying',
    ask: async (path, body) => {
      if (body['value'] === txId()) return {};
      const reply = (await node.ask(path, body)) as Reply | Reply[];
      if (Array.isArray(reply)) return without(reply, 'id');
      return 'transactions' in reply ? { ...reply, transactions: without(reply['transactions'], 'txID') } : reply;
    },
  };
}

/** Answers nothing. */
export function deadNode(node: TronNode): TronNode {
  return { name: 'dead', ask: (path) => node.ask(`/nowhere${path}`, {}) };
}

/** Tells another result of token calls that failed. */
export function renamingNode(node: TronNode, result: string): TronNode {
  const rename = (info: Reply): Reply => {
    const receipt = info['receipt'] as Reply | undefined;
    return info['result'] === 'FAILED' ? { ...info, receipt: { ...receipt, result } } : info;
  };
  return {
    name: node.name,
    ask: async (path, body) => {
      const reply = (await node.ask(path, body)) as Reply | Reply[];
      if (path.endsWith('gettransactioninfobyblocknum') && Array.isArray(reply)) return reply.map(rename);
      if (!path.includes('getblock') || Array.isArray(reply) || !Array.isArray(reply['transactions'])) return reply;
      const transactions = (reply['transactions'] as Reply[]).map((transaction) => ({
        ...transaction,
        ret: (transaction['ret'] as Reply[]).map((ret) =>
          ret['contractRet'] === 'SUCCESS' ? ret : { ...ret, contractRet: result },
        ),
      }));
      return { ...reply, transactions };
    },
  };
}
