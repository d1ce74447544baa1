-- Sites that people connect by a WalletConnect link, what these ask for, and what the relay is to bring them.
-- earlier form: 8df239055baef4cfabffddf4fce2f3f1386867a2c5416e6f19d1c8d1a9f00190

ALTER TABLE flow_stops
  DROP CONSTRAINT flow_stops_flow_check,
  ADD CONSTRAINT flow_stops_flow_check
    CHECK (flow IN ('deposits', 'withdrawals', 'swaps', 'rewards', 'logins', 'connections')) NOT VALID;

-- One link, and what became of it. `pairing`: the site has not said yet who it is. `proposed`: the person decides. `settling`: they
-- agreed, and the site has not said yet that it knows.
CREATE TABLE wallet_connections (
  id uuid CONSTRAINT wallet_connections_pkey PRIMARY KEY,
  person_id uuid NOT NULL CONSTRAINT wallet_connections_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT wallet_connections_wallet_id_fkey REFERENCES wallets,
  phase text NOT NULL CONSTRAINT wallet_connections_phase_check
    CHECK (phase IN ('pairing', 'proposed', 'settling', 'active', 'over')),
  -- The mailbox of the link: a link is used once, whoever opens it.
  link_topic text NOT NULL CONSTRAINT wallet_connections_link_topic_key UNIQUE
    CONSTRAINT wallet_connections_link_topic_check CHECK (link_topic ~ '^[0-9a-f]{64}$'),
  -- The mailbox that is listened to: the link's until the person agrees, then one of its own.
  topic text NOT NULL CONSTRAINT wallet_connections_topic_check CHECK (topic ~ '^[0-9a-f]{64}$'),
  -- Keys, site and open requests, as the protocol's package keeps them. Null once the site knows of the end.
  sealed bytea,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- When the site last asked for something.
  last_used_at timestamptz,
  ended_by text CONSTRAINT wallet_connections_ended_by_check
    CHECK (ended_by IN ('site', 'person', 'expiry', 'refused', 'signed-out', 'frozen', 'closed')),
  ended_at timestamptz,
  -- Why the proposal was not shown to the person.
  refusal text CONSTRAINT wallet_connections_refusal_check CHECK (length(refusal) <= 40),
  CONSTRAINT wallet_connections_over_check
    CHECK ((phase = 'over') = (ended_by IS NOT NULL) AND (phase = 'over') = (ended_at IS NOT NULL)),
  CONSTRAINT wallet_connections_sealed_check CHECK (phase = 'over' OR sealed IS NOT NULL),
  CONSTRAINT wallet_connections_refused_check CHECK (refusal IS NULL OR ended_by = 'refused')
);
CREATE UNIQUE INDEX wallet_connections_topic_key ON wallet_connections (topic) WHERE phase <> 'over';
CREATE INDEX wallet_connections_person_id_idx ON wallet_connections (person_id);
CREATE INDEX wallet_connections_wallet_id_idx ON wallet_connections (wallet_id);
CREATE INDEX wallet_connections_expires_at_idx ON wallet_connections (expires_at) WHERE phase <> 'over';
-- Sites that have not been told of the end.
CREATE INDEX wallet_connections_untold_idx ON wallet_connections (ended_at) WHERE phase = 'over' AND sealed IS NOT NULL;
CREATE INDEX wallet_connections_ended_at_idx ON wallet_connections (ended_at) WHERE phase = 'over';
GRANT SELECT, INSERT, UPDATE (phase, topic, sealed, expires_at, ended_by, ended_at) ON wallet_connections TO tern_api;
GRANT SELECT, UPDATE (phase, sealed, expires_at, last_used_at, ended_by, ended_at, refusal), DELETE
  ON wallet_connections TO tern_worker;
-- Operators who freeze an account or sign it out end its connections, by the worker's rights; the worker tells the sites.

-- What a connected site asks for, until the person has answered.
CREATE TABLE connection_requests (
  id uuid CONSTRAINT connection_requests_pkey PRIMARY KEY,
  connection_id uuid NOT NULL CONSTRAINT connection_requests_connection_id_fkey
    REFERENCES wallet_connections ON DELETE CASCADE,
  -- By which the site knows it.
  payload_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT connection_requests_kind_check CHECK (kind IN ('message', 'transaction')),
  -- The text or the transaction; null once nobody can answer it any more.
  sealed bytea,
  -- `agreed`: the person has given both factors for this text, and the worker asks the signer. `refused`: the signer said no.
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT connection_requests_state_check
    CHECK (state IN ('waiting', 'agreed', 'answered', 'rejected', 'refused', 'expired')),
  -- SHA-256 of the text that the person agreed to; the signer is asked for no other.
  agreed_hash bytea CONSTRAINT connection_requests_agreed_hash_check CHECK (length(agreed_hash) = 32),
  -- Why the signer said no.
  fault text CONSTRAINT connection_requests_fault_check CHECK (length(fault) <= 40),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  settled_at timestamptz,
  CONSTRAINT connection_requests_payload_key UNIQUE (connection_id, payload_id),
  CONSTRAINT connection_requests_settled_check
    CHECK ((state IN ('waiting', 'agreed')) = (settled_at IS NULL)
       AND (state IN ('waiting', 'agreed')) = (sealed IS NOT NULL)),
  CONSTRAINT connection_requests_agreed_check
    CHECK ((state IN ('agreed', 'answered', 'refused')) <= (agreed_hash IS NOT NULL AND kind = 'message')),
  CONSTRAINT connection_requests_refused_check CHECK ((state = 'refused') = (fault IS NOT NULL))
);
CREATE INDEX connection_requests_open_idx ON connection_requests (expires_at) WHERE settled_at IS NULL;
-- What sites asked for lately, for the metrics.
CREATE INDEX connection_requests_created_at_idx ON connection_requests (created_at);
-- Texts that the signer is to be asked for.
CREATE INDEX connection_requests_agreed_idx ON connection_requests (created_at) WHERE state = 'agreed';
-- What a site asked for, and what a person agreed to, stays so whatever the code above does: contents only go, an agreement is
-- given once, and what is settled is settled, but for a signature that came after the end.
CREATE FUNCTION connection_requests_keep() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.sealed IS NOT NULL AND NEW.sealed IS DISTINCT FROM OLD.sealed
    OR OLD.agreed_hash IS NOT NULL AND NEW.agreed_hash IS DISTINCT FROM OLD.agreed_hash
    OR OLD.settled_at IS NOT NULL AND NEW.state <> OLD.state AND NOT (OLD.state = 'expired' AND NEW.state = 'answered')
  THEN
    RAISE EXCEPTION 'request % of a site stays as it is', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION connection_requests_keep() FROM PUBLIC;
CREATE TRIGGER connection_requests_keep BEFORE UPDATE ON connection_requests
  FOR EACH ROW EXECUTE FUNCTION connection_requests_keep();
-- That a person agreed is the API's to say; what the signer said is the worker's.
GRANT SELECT, UPDATE (sealed, state, agreed_hash, settled_at) ON connection_requests TO tern_api;
GRANT SELECT, INSERT, UPDATE (sealed, state, fault, settled_at) ON connection_requests TO tern_worker;

-- Messages to sites, sealed for them, in the order in which the relay gets them. Deleted once it has them.
CREATE TABLE connection_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT connection_outbox_pkey PRIMARY KEY,
  topic text NOT NULL CONSTRAINT connection_outbox_topic_check CHECK (topic ~ '^[0-9a-f]{64}$'),
  envelope text NOT NULL CONSTRAINT connection_outbox_envelope_check CHECK (length(envelope) <= 131072),
  -- Seconds for which the relay keeps it.
  ttl integer NOT NULL CONSTRAINT connection_outbox_ttl_check CHECK (ttl BETWEEN 1 AND 604800),
  tag integer NOT NULL,
  prompt boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Later the site would make nothing of it.
  expires_at timestamptz NOT NULL,
  -- Until then it is one worker's.
  claimed_until timestamptz
);
GRANT INSERT ON connection_outbox TO tern_api;
GRANT SELECT, INSERT, UPDATE (claimed_until), DELETE ON connection_outbox TO tern_worker;

-- Wakes the worker: there is a mailbox to listen to or to leave, a site to be told, a text to be signed, or
-- a message to send.
CREATE FUNCTION announce_connections() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('connections', '');
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION announce_connections() FROM PUBLIC;
CREATE TRIGGER wallet_connections_are_announced AFTER INSERT ON wallet_connections
  FOR EACH STATEMENT EXECUTE FUNCTION announce_connections();
-- Of a message that changes neither there is nothing to do: each would have the worker look through all mailboxes.
CREATE TRIGGER wallet_connection_changes_are_announced AFTER UPDATE OF topic, phase ON wallet_connections
  FOR EACH ROW WHEN (OLD.topic <> NEW.topic OR OLD.phase <> NEW.phase) EXECUTE FUNCTION announce_connections();
CREATE TRIGGER connection_requests_are_announced AFTER UPDATE OF agreed_hash ON connection_requests
  FOR EACH STATEMENT EXECUTE FUNCTION announce_connections();
CREATE TRIGGER connection_outbox_is_announced AFTER INSERT ON connection_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION announce_connections();
