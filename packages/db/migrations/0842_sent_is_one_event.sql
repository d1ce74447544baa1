-- Whether something was sent to somebody here is in its record: what tells of it has the event that 2.1.0 knows. Only databases
-- that ran between two releases have the other one.
-- in batches: people have many messages.
UPDATE messages SET event = 'sent' WHERE id IN (SELECT id FROM messages WHERE event = 'sent-inside' LIMIT 5000);
