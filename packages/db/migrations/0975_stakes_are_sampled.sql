-- How much of what a place holds is staked for energy, or unstaked and not released by the chain yet. 0 for what was compared
-- before, and where a version of before compares; the next comparison says it.
ALTER TABLE reserve_samples ADD COLUMN staked numeric(78, 0) NOT NULL DEFAULT 0;
