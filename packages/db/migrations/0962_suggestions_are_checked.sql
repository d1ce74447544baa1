-- outside a transaction: nobody waits while every suggestion is read.
ALTER TABLE service_suggestions VALIDATE CONSTRAINT service_suggestions_content_check;
