import { chapters } from './asvs-ids.ts';
import { v01ToV03 } from './asvs/v01-v03.ts';
import { v04ToV05 } from './asvs/v04-v05.ts';
import { v06ToV08 } from './asvs/v06-v08.ts';
import { v09ToV12 } from './asvs/v09-v12.ts';
import { v13ToV14 } from './asvs/v13-v14.ts';
import { v15ToV16 } from './asvs/v15-v16.ts';
import { ccss } from './ccss.ts';
import type { Judgement } from './requirement.ts';
import { transactionAuthorization } from './transaction-authorization.ts';

export type Standard = {
  readonly name: string;
  readonly judgements: readonly Judgement[];
  /** Ids that have to be judged. */
  readonly needed: readonly string[];
};

export const asvs: Standard = {
  name: 'ASVS',
  judgements: [...v01ToV03, ...v04ToV05, ...v06ToV08, ...v09ToV12, ...v13ToV14, ...v15ToV16],
  needed: chapters.flatMap(({ requirements }) => requirements.filter(({ level }) => level < 3).map(({ id }) => id)),
};

/** The other two were not taken as lists of ids: what is judged is what they were found to ask. */
export const standards: readonly Standard[] = [
  asvs,
  { name: 'CCSS', judgements: ccss, needed: [] },
  { name: 'Transaction Authorization', judgements: transactionAuthorization, needed: [] },
];
