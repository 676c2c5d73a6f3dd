-- Makes a migrated database a distributed one: whatever belongs to a tree goes by its share code to one of the workers'
-- shards. Message keys are on every node. All else, such as accounts, counters and mails to send, stays on the coordinator.
-- npm run distribute runs it in one transaction. It may be repeated.

SET LOCAL citus.multi_shard_modify_mode = 'sequential';

DO $$
DECLARE
  own text[] := array['tree_keys', 'gifts', 'messages', 'reports', 'gift_idempotency_keys'];
  kept record;
  foreign_keys text[] := '{}';
  statement text;
BEGIN
  IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'trees'::regclass) THEN RETURN; END IF;

  -- Only processes of 1.1.0 need these, and there is no way back to it. A later migration that drops them says IF EXISTS.
  DROP TRIGGER gifts_of_older_processes ON gifts;
  DROP TRIGGER gift_keys_of_older_processes ON idempotency_keys;
  DROP VIEW tree_readers;
  DROP TABLE second_owner_invitations, second_owners;

  -- No foreign key can lead from one kind of table to another, but to message keys. The code itself deletes an owner's
  -- trees and a tree's mails and devices, and asks whether a message key is in use.
  ALTER TABLE trees DROP CONSTRAINT trees_owner_id_owners_id_fk, DROP CONSTRAINT trees_organizer_id_owners_id_fk;
  ALTER TABLE mail_jobs DROP CONSTRAINT mail_jobs_share_code_trees_share_code_fk;
  ALTER TABLE push_devices DROP CONSTRAINT push_devices_share_code_trees_share_code_fk;
  ALTER TABLE reports DROP CONSTRAINT reports_act_id_moderation_acts_id_fk;
  ALTER TABLE hiding_lists DROP CONSTRAINT hiding_lists_key_id_message_keys_id_fk;
  ALTER TABLE appeals DROP CONSTRAINT appeals_key_id_message_keys_id_fk;
  -- Each unique key includes the share code.
  ALTER TABLE reports DROP CONSTRAINT reports_pkey, ADD PRIMARY KEY (share_code, id);

  -- The foreign keys among these tables come back when all of them are distributed.
  FOR kept IN
    SELECT conrelid::regclass AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (own::regclass[])
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', kept.table, kept.name);
    foreign_keys := foreign_keys || format('ALTER TABLE %s ADD CONSTRAINT %I %s', kept.table, kept.name, kept.definition);
  END LOOP;
  PERFORM create_reference_table('message_keys');
  PERFORM create_distributed_table('trees', 'share_code');
  PERFORM create_distributed_table(name, 'share_code', colocate_with => 'trees') FROM unnest(own) AS name;
  FOREACH statement IN ARRAY foreign_keys LOOP EXECUTE statement; END LOOP;
  -- Otherwise the coordinator keeps a copy that no deletion reaches.
  PERFORM truncate_local_data_after_distributing_table('trees');
  PERFORM truncate_local_data_after_distributing_table('message_keys');
END
$$;

-- How long a worker waits for a lock: LOCK_WAIT_MS in api/platform/db/client.ts reaches the coordinator alone.
DO $$
DECLARE
  refused text;
BEGIN
  SELECT result INTO refused
    FROM run_command_on_workers(format(
      'SET LOCAL citus.enable_ddl_propagation = off; ALTER DATABASE %I SET lock_timeout = ''1500ms''', current_database()))
    WHERE NOT success;
  IF FOUND THEN RAISE EXCEPTION 'A worker refused lock_timeout: %', refused; END IF;
END
$$;

-- The worker that holds the tree runs the whole call.
SELECT create_distributed_function('leave_gifts(text, bytea, json, json)', 'code', colocate_with => 'trees');
