-- Whoever asks for a code is told when mails or text messages leave late: the age of what waits, and nothing of its content.
GRANT SELECT (channel, state, created_at) ON outbox TO tern_api;
