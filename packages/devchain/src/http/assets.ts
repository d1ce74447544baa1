import { equalBytes, toHex, utf8Bytes } from '../crypto/bytes.ts';
import { formatMessage } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { parseHex } from '../json/parse-message.ts';
import type { AssetIssueContract } from '../proto/types.ts';
import { findAsset, findIssuedAsset, listAssets } from '../state/assets.ts';
import { addressParam, numberParam, textParam, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';

const pageMax = 100;

export const getAssetIssueById: Handler = (request) =>
  print(request, findAsset(viewState(request), textParam(request, 'value')));

export const getAssetIssueByAccount: Handler = (request) => {
  const issued = findIssuedAsset(viewState(request), toHex(addressParam(request, 'address')));
  return printList(request, issued === undefined ? [] : [issued]);
};

export const getAssetIssueList: Handler = (request) => printList(request, listAssets(viewState(request)));

export const getAssetIssueListByName: Handler = (request) => printList(request, named(request));

/** Names need not be unique: a name that several tokens have finds none, but a token's number is always found. */
export const getAssetIssueByName: Handler = (request) => {
  const found = named(request);
  return print(request, found.length === 1 ? found[0] : findAsset(viewState(request), nameText(request)));
};

export const getPaginatedAssetIssueList: Handler = (request) => {
  const [offset, limit] = [numberParam(request, 'offset'), numberParam(request, 'limit')];
  if (!(offset >= 0 && limit >= 0)) return {};
  return printList(request, listAssets(viewState(request)).slice(offset, offset + Math.min(limit, pageMax)));
};

function named(request: Request): AssetIssueContract[] {
  const name = utf8Bytes(nameText(request));
  return listAssets(viewState(request)).filter((asset) => equalBytes(asset.name, name));
}

/** A name is sent as hex of its text, or as it is with `visible`. */
function nameText(request: Request): string {
  const value = textParam(request, 'value');
  return request.visible ? value : Buffer.from(parseHex(value)).toString('utf8');
}

function print(request: Request, asset: AssetIssueContract | undefined): JsonObject {
  return asset === undefined ? {} : formatMessage('AssetIssueContract', asset, request.visible);
}

function printList(request: Request, assets: readonly AssetIssueContract[]): JsonObject {
  return assets.length === 0 ? {} : { assetIssue: assets.map((asset) => print(request, asset)) };
}
