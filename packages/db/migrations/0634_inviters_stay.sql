-- Who invited somebody is said at registration and never again: a ring of invitations cannot be closed afterwards.
CREATE FUNCTION refuse_new_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited a person never changes';
END
$$;
CREATE TRIGGER people_keep_inviter BEFORE UPDATE OF invited_by ON people
  FOR EACH ROW WHEN (OLD.invited_by IS DISTINCT FROM NEW.invited_by) EXECUTE FUNCTION refuse_new_inviter();
