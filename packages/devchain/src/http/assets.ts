import { equalBytes, toHex, utf8Bytes } from '../crypto/bytes.ts';
import { formatMessage } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { parseHex } from '../json/parse-message.ts';
import type { AssetIssueContract } from '../proto/types.ts';
import { findAsset, findIssuedAsset, listAssets } from '../state/assets.ts';
import { addressParam, textParam, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { pageOf } from './paginate.ts';
import { RequestError } from './request-error.ts';

export const getAssetIssueById: Handler = (request) =>
  print(request, findAsset(viewState(request), textParam(request, 'value')));

export const getAssetIssueByAccount: Handler = (request) => {
  const issued = findIssuedAsset(viewState(request), toHex(addressParam(request, 'address')));
  return printList(request, issued === undefined ? [] : [issued]);
};

export const getAssetIssueList: Handler = (request) => printList(request, listAssets(viewState(request)));

export const getAssetIssueListByName: Handler = (request) => printList(request, named(request));

/** A token's number is found too. Names need not be unique: more than one token has no answer. */
export const getAssetIssueByName: Handler = (request) => {
  const numbered = findAsset(viewState(request), nameText(request));
  const found = named(request);
  const all = numbered === undefined || found.some(({ id }) => id === numbered.id) ? found : [...found, numbered];
  if (all.length > 1) {
    throw new RequestError(
      'To get more than one asset, please use getAssetIssueById syntax',
      'org.tron.core.exception.NonUniqueObjectException',
    );
  }
  return print(request, all[0]);
};

/** In the order of their names, unlike the whole list. */
export const getPaginatedAssetIssueList: Handler = (request) => {
  const byName = listAssets(viewState(request)).toSorted((left, right) => Buffer.compare(left.name, right.name));
  return printList(request, pageOf(request, byName));
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
