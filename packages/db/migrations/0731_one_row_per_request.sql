-- Whatever an operator changes at the console leaves one row in the log, which carries the number of the request.
CREATE UNIQUE INDEX operator_actions_request_key ON operator_actions ((details ->> 'request')) WHERE details ? 'request';
