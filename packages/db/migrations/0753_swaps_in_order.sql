-- Swaps of one person within one millisecond are told apart by their journals, which are numbered in their order.
CREATE UNIQUE INDEX swaps_in_order_idx ON swaps (person_id, created_at DESC, journal_id DESC);
DROP INDEX swaps_person_id_idx;
