-- outside a transaction: nobody waits while every case is read.
ALTER TABLE screening_cases VALIDATE CONSTRAINT screening_cases_reason_check;
