-- A send that nobody has to look at is written in the state it is in, without the step from `requested` first: the rule of
-- enough different operators holds for what is born in such a state too. Nobody can have approved it yet.
CREATE TRIGGER withdrawals_approvals_at_birth BEFORE INSERT ON withdrawals
  FOR EACH ROW WHEN (NEW.approvals_needed > 0 AND NEW.state IN ('approved', 'signed', 'broadcast', 'included', 'completed'))
  EXECUTE FUNCTION withdrawals_check_approvals();
