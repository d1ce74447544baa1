-- outside a transaction: nobody waits while every hold is read.
ALTER TABLE screening_cases VALIDATE CONSTRAINT screening_cases_rule_version_fkey;
ALTER TABLE deposit_checks VALIDATE CONSTRAINT deposit_checks_rule_version_fkey;
ALTER TABLE deposit_cases VALIDATE CONSTRAINT deposit_cases_rule_version_fkey;
