/** What home shows after its first picture, in one file: the line, what moves, the last records, an opened asset. */
export { AssetSheet } from './asset-sheet.tsx';
export { FirstDeposit } from './first-deposit.tsx';
export { Latest, OnItsWay } from './recent.tsx';
export { Worth, WorthFailed } from './worth.tsx';
export { Sparkline } from '@tern/ui/sparkline';
