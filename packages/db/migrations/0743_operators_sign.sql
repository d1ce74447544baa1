-- Operators decide by signature alone: the secrets of the machine's commands are gone, and the worker, as whom those commands
-- ran, writes nothing into the log of what operators do, without which no decision of theirs can be carried out.
ALTER TABLE operators DROP COLUMN secret_hash;
DROP TABLE operator_failures;
REVOKE INSERT ON operator_actions FROM tern_worker;
GRANT INSERT ON operator_actions TO tern_console;
