-- What operators tried and were refused within the last hour is asked for with every reading of the metrics.
CREATE INDEX operator_actions_refused_idx ON operator_actions (at) WHERE kind = 'decision-refused';
