import { paths } from '../../../shared/paths.ts';

/** After `g`: the key of each main page. */
export const goKeys: ReadonlyMap<string, string> = new Map([
  [paths.home, 'h'],
  [paths.activities, 'a'],
  [paths.reward, 'w'],
  [paths.records, 'r'],
  [paths.messages, 'm'],
  [paths.my, 'y'],
]);
