-- SQL functions are files (`api/platform/db/functions/`) and applied after the migrations. `leave_gifts` there takes the place of `hang_together`, which
-- processes of the version before still call until their turn to be restarted comes: a later version drops it. Nothing calls the one
-- before that any more.
DROP FUNCTION hang_at_once(text[], text[], timestamptz, text[], integer[], integer[], bigint[], text[], bigint, json, integer, boolean);
