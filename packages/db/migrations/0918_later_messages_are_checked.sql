-- outside a transaction: nobody waits while every message is read.
ALTER TABLE later_messages VALIDATE CONSTRAINT later_messages_kind_check;
