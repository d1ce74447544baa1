-- outside a transaction: nobody waits while every withdrawal is read.
ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_review_cause_check;
