-- What signing in leaves behind is of no use for long; the worker clears it away.

CREATE INDEX failure_counters_changed_at_idx ON failure_counters (changed_at);
CREATE INDEX outbox_settled_at_idx ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX authenticator_bindings_created_at_idx ON authenticator_bindings (created_at);
GRANT SELECT, DELETE ON failure_counters, challenges, logins, authenticator_bindings TO tern_worker;
