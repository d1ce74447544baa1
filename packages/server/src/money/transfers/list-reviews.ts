import type { Database } from '@tern/db/database';
import { selectOpenReviews, type OpenReview, type OpenReviewsPage } from './review-store.ts';

/** The sends that wait for operators, oldest first. Throws `INPUT_INVALID` for a place that is none. */
export function listReviews(db: Database, page: OpenReviewsPage): Promise<readonly OpenReview[]> {
  return selectOpenReviews(db.kysely, page);
}
