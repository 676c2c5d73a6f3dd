-- The record of moderation is append-only: neither a bug nor a hand-written statement changes or removes an act.
CREATE OR REPLACE FUNCTION refuse_change_of_acts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation_acts is append-only' USING ERRCODE = 'restrict_violation';
END
$$;
