-- How often the reward pool distributes, and what part of itself: each line as it was decided, in order. The first one is
-- what the settings said when the pool was first looked after, and was in force from the beginning. Nothing is ever changed
-- or taken out, so that what held at any moment can be computed later.
CREATE TABLE pool_schedules (
  number integer NOT NULL,
  every_hours smallint NOT NULL CONSTRAINT pool_schedules_every_hours_check CHECK (every_hours IN (1, 2, 3, 4, 6, 8, 12, 24)),
  share_basis_points smallint NOT NULL CONSTRAINT pool_schedules_share_check CHECK (share_basis_points BETWEEN 0 AND 10000),
  decided_at timestamptz NOT NULL,
  -- The end of a period: the one that runs is never touched.
  applies_from timestamptz NOT NULL,
  -- Whether it gives less, or less often, than what people had been told.
  worse boolean NOT NULL,
  CONSTRAINT pool_schedules_pkey PRIMARY KEY (number),
  CONSTRAINT pool_schedules_ahead_check CHECK (number = 1 OR applies_from > decided_at),
  CONSTRAINT pool_schedules_notice_check CHECK (NOT worse OR applies_from >= decided_at + interval '24 hours')
);
GRANT SELECT ON pool_schedules TO tern_api;
GRANT SELECT, INSERT ON pool_schedules TO tern_worker;
