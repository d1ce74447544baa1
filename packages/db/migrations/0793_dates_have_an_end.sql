-- Nothing that somebody dates lies further ahead than what it is for. A date in 9999 could never be followed by a later one:
-- nobody could accept an agreement that a build shows, and fees would stand for ever.

-- The latest version is in force at once, and people accept no other: the next one has to be able to follow it.
ALTER TABLE agreement_versions ADD CONSTRAINT agreement_versions_ahead_check CHECK (
  make_date(left(version, 4)::integer, substr(version, 6, 2)::integer, right(version, 2)::integer)
    <= (published_at AT TIME ZONE 'UTC')::date + 366);

-- No version takes effect before the one before it.
ALTER TABLE terms ADD CONSTRAINT terms_ahead_check CHECK (effective_at <= decided_at + interval '366 days');

ALTER TABLE announcements ADD CONSTRAINT announcements_ahead_check CHECK (send_at <= written_at + interval '366 days');

-- What an activity can earn is set aside from when it is published until it is over.
ALTER TABLE activities
  ADD CONSTRAINT activities_ahead_check CHECK (published_at IS NULL OR opens_at <= published_at + interval '366 days'),
  ADD CONSTRAINT activities_length_check CHECK (closes_at <= opens_at + interval '366 days');

-- These follow from rules and not from a date somebody gives: a day of notice, and the end of a period after it.
ALTER TABLE pool_schedules ADD CONSTRAINT pool_schedules_far_check CHECK (applies_from <= decided_at + interval '3 days');
ALTER TABLE asset_closings ADD CONSTRAINT asset_closings_far_check CHECK (closes_at <= decided_at + interval '3 days');

-- A link that lets an operator in is good for a day; a week leaves room for an installation that wants more.
ALTER TABLE operator_invitations ADD CONSTRAINT operator_invitations_expires_at_check
  CHECK (expires_at <= created_at + interval '7 days');
