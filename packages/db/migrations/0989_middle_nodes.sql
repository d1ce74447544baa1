-- The nodes of the tree above each 32 lines of a chunk, 48 bytes each: a person's path needs the hashes of 32 lines instead of
-- 1,024. Null for a list of before: its chunks are hashed whole. Deleted with the chunks.
ALTER TABLE liability_chunks ADD COLUMN middle_nodes bytea;
