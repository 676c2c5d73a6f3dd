-- What gifts take is planned once for each connection, and for any number of them. Left to itself, Postgres plans these functions'
-- statements anew at every call where the first few calls of a connection were small, as they are after every start: a gift
-- that comes alone then costs twice as much.
ALTER FUNCTION take_turns(text[], integer[], bigint[], integer[], bigint) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION take_turns_together(text[], integer[], bigint[], integer[], bigint) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION hang_gifts(json, bigint) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION post_gifts(text[], text[], timestamptz, text[], integer[], bigint[], integer[], bigint, json, integer)
  SET plan_cache_mode = force_generic_plan;
