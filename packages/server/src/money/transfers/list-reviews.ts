import type { Database } from '@tern/db/database';
import { selectOpenReviews, type OpenReview } from './review-store.ts';

/** The sends that wait for operators, oldest first, at most 200. */
export function listReviews(db: Database): Promise<readonly OpenReview[]> {
  return selectOpenReviews(db.kysely);
}
