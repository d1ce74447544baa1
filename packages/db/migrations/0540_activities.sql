-- Activities: what people can take part in, what they hand in, what reviewers say of it, and what it pays.

CREATE TABLE activities (
  id uuid NOT NULL,
  -- draft: only operators see it · published: open between its dates · closed: nobody joins any more
  state text NOT NULL CONSTRAINT activities_state_check CHECK (state IN ('draft', 'published', 'closed')),
  -- By language, English always; title, summary, purpose and criteria of each.
  texts jsonb NOT NULL CONSTRAINT activities_texts_check CHECK (texts ? 'en'),
  -- The other service, by the name it gives itself, and whether the house has anything to do with it.
  platform text NOT NULL CONSTRAINT activities_platform_check CHECK (length(platform) BETWEEN 1 AND 60),
  affiliated boolean NOT NULL DEFAULT false,
  sample_name text CONSTRAINT activities_sample_name_check CHECK (sample_name ~ '^[0-9a-f]{32}\.webp$'),
  reward numeric(78, 0) NOT NULL CONSTRAINT activities_reward_check CHECK (reward > 0),
  places integer NOT NULL CONSTRAINT activities_places_check CHECK (places BETWEEN 1 AND 1000000),
  places_taken integer NOT NULL DEFAULT 0,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  review_hours integer NOT NULL CONSTRAINT activities_review_hours_check CHECK (review_hours BETWEEN 1 AND 720),
  picture_days integer NOT NULL CONSTRAINT activities_picture_days_check CHECK (picture_days BETWEEN 1 AND 365),
  -- Who last changed the draft: somebody else has to publish it. Null for the installation itself.
  changed_by uuid CONSTRAINT activities_changed_by_fkey REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Milliseconds, the precision of a cursor.
  published_at timestamptz(3),
  closed_at timestamptz,
  -- When what nobody can earn any more went back to the house.
  returned_at timestamptz,
  CONSTRAINT activities_pkey PRIMARY KEY (id),
  CONSTRAINT activities_period_check CHECK (opens_at < closes_at),
  CONSTRAINT activities_places_taken_check CHECK (places_taken BETWEEN 0 AND places),
  CONSTRAINT activities_published_check CHECK ((state = 'draft') = (published_at IS NULL)),
  CONSTRAINT activities_closed_check CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX activities_published_idx ON activities (published_at DESC, id DESC) WHERE state <> 'draft';
CREATE INDEX activities_unreturned_idx ON activities (closes_at) WHERE state <> 'draft' AND returned_at IS NULL;
GRANT SELECT, UPDATE (places_taken) ON activities TO tern_api;
GRANT SELECT, INSERT, UPDATE ON activities TO tern_worker;

-- Pictures people sent. The files are elsewhere, under these names; a row is written after its file and ends before it.
CREATE TABLE activity_pictures (
  name text NOT NULL CONSTRAINT activity_pictures_name_check CHECK (name ~ '^[0-9a-f]{32}\.webp$'),
  person_id uuid NOT NULL,
  -- Of the kept picture, so that another wrapping of the same pixels is the same.
  content_hash bytea NOT NULL CONSTRAINT activity_pictures_content_hash_check CHECK (length(content_hash) = 32),
  -- What it looks like: pictures that look alike differ in few bits.
  image_hash bit(256) NOT NULL,
  bytes integer NOT NULL CONSTRAINT activity_pictures_bytes_check CHECK (bytes > 0),
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Whether it was handed in; what never was, goes after a day.
  used boolean NOT NULL DEFAULT false,
  delete_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT activity_pictures_pkey PRIMARY KEY (name)
);
CREATE INDEX activity_pictures_delete_at_idx ON activity_pictures (delete_at) WHERE deleted_at IS NULL;
CREATE INDEX activity_pictures_person_id_idx ON activity_pictures (person_id, uploaded_at) WHERE NOT used;
CREATE INDEX activity_pictures_content_hash_idx ON activity_pictures (content_hash);
GRANT SELECT, INSERT, UPDATE (used, delete_at) ON activity_pictures TO tern_api;
GRANT SELECT, UPDATE (delete_at, deleted_at), DELETE ON activity_pictures TO tern_worker;

-- One per person and activity.
CREATE TABLE participations (
  id uuid NOT NULL,
  activity_id uuid NOT NULL CONSTRAINT participations_activity_id_fkey REFERENCES activities,
  person_id uuid NOT NULL,
  state text NOT NULL CONSTRAINT participations_state_check
    CHECK (state IN ('under-review', 'approved', 'claimed', 'completed', 'failed')),
  -- Number of its last entry.
  entries integer NOT NULL CONSTRAINT participations_entries_check CHECK (entries > 0),
  -- Hash of the user ID that is taken by it; a refusal sets the ID free, for whoever it really belongs to.
  external_id_hash bytea,
  resubmit_until timestamptz,
  wallet_id uuid CONSTRAINT participations_wallet_id_fkey REFERENCES wallets,
  claimed_at timestamptz,
  record_id uuid,
  journal_id bigint,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT participations_pkey PRIMARY KEY (id),
  CONSTRAINT participations_person_key UNIQUE (activity_id, person_id),
  CONSTRAINT participations_external_id_key UNIQUE (external_id_hash),
  CONSTRAINT participations_claimed_check
    CHECK ((state IN ('claimed', 'completed')) = (wallet_id IS NOT NULL AND claimed_at IS NOT NULL)),
  CONSTRAINT participations_completed_check
    CHECK ((state = 'completed') = (record_id IS NOT NULL AND journal_id IS NOT NULL)),
  CONSTRAINT participations_failed_check CHECK ((state = 'failed') OR resubmit_until IS NULL)
);
CREATE INDEX participations_person_id_idx ON participations (person_id, created_at DESC, id DESC);
CREATE INDEX participations_claimed_idx ON participations (claimed_at) WHERE state = 'claimed';
GRANT SELECT, INSERT, UPDATE (state, entries, external_id_hash, resubmit_until, wallet_id, claimed_at, changed_at) ON
  participations TO tern_api;
GRANT SELECT, UPDATE ON participations TO tern_worker;

-- The states there are, and who may bring them about: the process people talk to can hand in and claim, never decide or pay.
CREATE FUNCTION guard_participation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE TG_OP WHEN 'INSERT' THEN 'none' ELSE OLD.state END;
BEGIN
  IF before <> NEW.state AND (before, NEW.state) NOT IN (
    ('none', 'under-review'), ('under-review', 'approved'), ('under-review', 'failed'), ('failed', 'under-review'),
    ('approved', 'claimed'), ('claimed', 'completed')
  ) THEN
    RAISE EXCEPTION 'a participation does not go from % to %', before, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF session_user = 'tern_api' AND NEW.state NOT IN ('under-review', 'claimed') THEN
    RAISE EXCEPTION 'only reviewers and the worker decide and pay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard_participation BEFORE INSERT OR UPDATE ON participations
  FOR EACH ROW EXECUTE FUNCTION guard_participation();

-- What was handed in, and what a reviewer said of it; all of it stays.
CREATE TABLE activity_entries (
  id uuid NOT NULL,
  participation_id uuid NOT NULL CONSTRAINT activity_entries_participation_id_fkey REFERENCES participations,
  number integer NOT NULL,
  -- As the person sees it, in the one form that counts, and as it looks to a careless eye.
  external_id text NOT NULL,
  external_id_key text NOT NULL,
  external_id_skeleton text NOT NULL,
  picture_name text NOT NULL CONSTRAINT activity_entries_picture_name_fkey REFERENCES activity_pictures,
  submitted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- By when an answer was promised, and when somebody was alarmed that there was none.
  due_at timestamptz(3) NOT NULL,
  escalated_at timestamptz,
  decision text CONSTRAINT activity_entries_decision_check CHECK (decision IN ('approved', 'rejected')),
  reason text CONSTRAINT activity_entries_reason_check CHECK (reason IN (
    'unreadable', 'user-id-differs', 'not-this-activity', 'criteria-not-met', 'edited', 'duplicate', 'other')),
  reason_text text CONSTRAINT activity_entries_reason_text_check CHECK (length(reason_text) BETWEEN 1 AND 300),
  decided_by uuid CONSTRAINT activity_entries_decided_by_fkey REFERENCES operators,
  decided_at timestamptz,
  CONSTRAINT activity_entries_pkey PRIMARY KEY (id),
  CONSTRAINT activity_entries_number_key UNIQUE (participation_id, number),
  CONSTRAINT activity_entries_decided_check CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CONSTRAINT activity_entries_rejected_check CHECK ((decision IS NOT DISTINCT FROM 'rejected') = (reason IS NOT NULL)),
  CONSTRAINT activity_entries_other_check CHECK (reason <> 'other' OR reason_text IS NOT NULL)
);
CREATE INDEX activity_entries_waiting_idx ON activity_entries (due_at, id) WHERE decision IS NULL;
CREATE INDEX activity_entries_skeleton_idx ON activity_entries (external_id_skeleton);
CREATE INDEX activity_entries_picture_name_idx ON activity_entries (picture_name);
GRANT SELECT, INSERT (id, participation_id, number, external_id, external_id_key, external_id_skeleton, picture_name, due_at) ON
  activity_entries TO tern_api;
GRANT SELECT, UPDATE (external_id, external_id_key, external_id_skeleton, escalated_at, decision, reason, reason_text, decided_by,
  decided_at) ON activity_entries TO tern_worker;

-- Pictures that count as handed in, whoever did it. The hash stays when the picture is deleted.
CREATE TABLE used_pictures (
  content_hash bytea NOT NULL,
  participation_id uuid NOT NULL CONSTRAINT used_pictures_participation_id_fkey REFERENCES participations,
  CONSTRAINT used_pictures_pkey PRIMARY KEY (content_hash)
);
GRANT SELECT, INSERT ON used_pictures TO tern_api;
GRANT SELECT ON used_pictures TO tern_worker;
