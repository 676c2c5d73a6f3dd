-- The tables of 1.1.0, which a database of 1.1.0 has already: its 35 migrations made them, in this order of columns. Backups
-- depend on the order. second_owners, second_owner_invitations, tree_readers, trees.after_position and has_second_owner,
-- messages.is_opened_by_second and is_folded_by_second are unused since 1.2.0 (0001).
CREATE TABLE address_keys (
  day date NOT NULL,
  key text NOT NULL,
  CONSTRAINT address_keys_pkey PRIMARY KEY (day)
);
CREATE TABLE appeals (
  id uuid NOT NULL,
  field text NOT NULL,
  language text NOT NULL,
  severity text NOT NULL,
  key_id text,
  sealed_text bytea,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT appeals_field_is_known CHECK (field IN ('message', 'senderName', 'treeName', 'thanks', 'ownerName')),
  CONSTRAINT appeals_severity_is_known CHECK (severity IN ('severe', 'strong', 'mild')),
  CONSTRAINT appeals_text_has_a_key CHECK ((sealed_text IS NULL) = (key_id IS NULL)),
  CONSTRAINT appeals_text_is_sealed CHECK (SUBSTRING(sealed_text FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(sealed_text) - 29) % 64 = 0 AND octet_length(sealed_text) BETWEEN 93 AND 2077),
  CONSTRAINT appeals_pkey PRIMARY KEY (id)
);
-- A page of a listing is read from an index alone, which answers only for what was vacuumed since it was written. By the
-- usual share of a fifth of the table, the newest gifts, which everybody looks at, would wait for that longest.
CREATE TABLE gifts (
  share_code text NOT NULL,
  position integer NOT NULL,
  id uuid NOT NULL,
  gift_asset_id text NOT NULL,
  sender_name text,
  hung_on date NOT NULL,
  taken_down_for text,
  CONSTRAINT gifts_gift_asset_id_is_in_the_catalogue CHECK (gift_asset_id IN ('card', 'present', 'pink-teddy', 'lucky-clover', 'snow-globe', 'star', 'bell', 'candy-cane', 'gingerbread-man', 'snowman', 'stocking', 'mittens', 'hot-cocoa', 'candle', 'reindeer', 'robin', 'birthday-cake', 'balloons', 'cupcake', 'party-hat', 'ice-cream', 'music-box', 'kite', 'rose', 'tulips', 'chocolate-box', 'love-letter', 'lovebirds')),
  CONSTRAINT gifts_sender_name_has_1_to_30_characters CHECK (char_length(sender_name) BETWEEN 1 AND 30),
  CONSTRAINT gifts_taken_down_for_is_known CHECK (taken_down_for IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')),
  CONSTRAINT gifts_share_code_id_pk PRIMARY KEY (share_code, id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
CREATE TABLE hiding_lists (
  owner_id uuid NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT hiding_lists_sealed_is_sealed CHECK (SUBSTRING(sealed FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(sealed) - 29) % 64 = 0 AND octet_length(sealed) BETWEEN 93 AND 20509),
  CONSTRAINT hiding_lists_pkey PRIMARY KEY (owner_id)
);
CREATE TABLE idempotency_keys (
  id text NOT NULL,
  body_hash text NOT NULL,
  answer text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  share_code text,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id)
);
CREATE TABLE mail_jobs (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  kind text NOT NULL,
  owner_id uuid,
  address text,
  share_code text,
  reason text,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone NOT NULL,
  digest jsonb,
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT mail_jobs_go_to_somebody CHECK ((owner_id IS NOT NULL) OR (address IS NOT NULL)),
  CONSTRAINT mail_jobs_kind_is_known CHECK (kind IN ('confirm_email', 'known_email', 'reset_password', 'confirm_new_email', 'email_change_asked', 'tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_taken_down')),
  CONSTRAINT mail_jobs_pkey PRIMARY KEY (id)
);
CREATE TABLE message_keys (
  id text NOT NULL,
  fingerprint text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT message_keys_pkey PRIMARY KEY (id)
);
CREATE TABLE messages (
  share_code text NOT NULL,
  gift_id uuid NOT NULL,
  sealed_sender_name bytea NOT NULL,
  sealed_text bytea NOT NULL,
  is_opened boolean DEFAULT false NOT NULL,
  is_folded boolean,
  name_awaits_approval boolean DEFAULT false NOT NULL,
  is_opened_by_second boolean DEFAULT false NOT NULL,
  is_folded_by_second boolean,
  CONSTRAINT messages_sender_name_is_sealed CHECK (SUBSTRING(sealed_sender_name FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(sealed_sender_name) - 29) % 64 = 0 AND octet_length(sealed_sender_name) BETWEEN 93 AND 157),
  CONSTRAINT messages_text_is_sealed CHECK (SUBSTRING(sealed_text FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(sealed_text) - 29) % 64 = 0 AND octet_length(sealed_text) BETWEEN 93 AND 2077),
  CONSTRAINT messages_share_code_gift_id_pk PRIMARY KEY (share_code, gift_id)
);
CREATE TABLE moderation_acts (
  id uuid NOT NULL,
  position integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  moderator_id uuid NOT NULL,
  act text NOT NULL,
  share_code text,
  gift_id uuid,
  undoes uuid,
  reason text NOT NULL,
  sealed_note bytea,
  acted_at timestamp with time zone NOT NULL,
  CONSTRAINT moderation_acts_act_is_known CHECK (act IN ('dismiss', 'take_down_gift', 'take_down_thanks', 'take_down_tree', 'undo', 'delete_tree', 'delete_account')),
  CONSTRAINT moderation_acts_names_a_tree CHECK ((act = 'delete_account') = (share_code IS NULL)),
  CONSTRAINT moderation_acts_note_is_sealed CHECK (SUBSTRING(sealed_note FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(sealed_note) - 29) % 64 = 0 AND octet_length(sealed_note) BETWEEN 93 AND 2077),
  CONSTRAINT moderation_acts_reason_fits_the_act CHECK (((act = 'dismiss') AND reason IN ('no_rule_broken', 'cannot_tell', 'false_report')) OR ((act = 'take_down_gift') AND reason IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')) OR ((act = 'take_down_thanks') AND reason IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')) OR ((act = 'take_down_tree') AND reason IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')) OR ((act = 'undo') AND reason IN ('mistake', 'owner_objected', 'mended')) OR ((act = 'delete_tree') AND reason IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other', 'requested')) OR ((act = 'delete_account') AND reason IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other', 'requested'))),
  CONSTRAINT moderation_acts_target_fits_the_act CHECK (CASE act WHEN 'take_down_gift' THEN (gift_id IS NOT NULL) WHEN 'take_down_thanks' THEN (gift_id IS NULL) WHEN 'take_down_tree' THEN (gift_id IS NULL) WHEN 'delete_tree' THEN (gift_id IS NULL) WHEN 'delete_account' THEN (gift_id IS NULL) ELSE true END),
  CONSTRAINT moderation_acts_undo_names_an_act CHECK ((act = 'undo') = (undoes IS NOT NULL)),
  CONSTRAINT moderation_acts_pkey PRIMARY KEY (id),
  CONSTRAINT moderation_acts_position_unique UNIQUE (position),
  CONSTRAINT moderation_acts_undoes_unique UNIQUE (undoes)
);
CREATE TABLE moderators (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id uuid,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT moderators_pkey PRIMARY KEY (id),
  CONSTRAINT moderators_owner_id_unique UNIQUE (owner_id)
);
CREATE TABLE owner_accounts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT owner_accounts_pkey PRIMARY KEY (id)
);
CREATE TABLE owner_links (
  token_hash text NOT NULL,
  owner_id uuid NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT owner_links_purpose_is_known CHECK (purpose IN ('confirm_email', 'change_email', 'reset_password')),
  CONSTRAINT owner_links_pkey PRIMARY KEY (token_hash)
);
CREATE TABLE owner_sessions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT owner_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT owner_sessions_token_unique UNIQUE (token)
);
CREATE TABLE owner_verifications (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT owner_verifications_pkey PRIMARY KEY (id)
);
CREATE TABLE owners (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  language text DEFAULT 'en' NOT NULL,
  opening_mails boolean DEFAULT true NOT NULL,
  email_proven_at timestamp with time zone,
  gift_mails boolean DEFAULT true NOT NULL,
  digest_at timestamp with time zone,
  folds_mild_words boolean,
  CONSTRAINT owners_email_is_lower_case CHECK (email = lower(email)),
  CONSTRAINT owners_language_is_known CHECK (language IN ('en', 'ko', 'ja')),
  CONSTRAINT owners_pkey PRIMARY KEY (id),
  CONSTRAINT owners_email_unique UNIQUE (email)
);
CREATE TABLE passkeys (
  id text NOT NULL,
  owner_id uuid NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_transports_are_known CHECK (transports <@ ARRAY['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);
-- Unlogged: counters may be lost in a crash, and are cheaper without a write-ahead log. The room left in the pages lets a
-- counter's update stay on its page.
CREATE UNLOGGED TABLE rate_counters (
  key text NOT NULL,
  counts integer[] NOT NULL,
  newest_slot bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_counters_pkey PRIMARY KEY (key)
) WITH (fillfactor = 50);
CREATE TABLE reports (
  id uuid NOT NULL,
  share_code text NOT NULL,
  gift_id uuid,
  reason text NOT NULL,
  details text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  reporter_hash text NOT NULL,
  is_owners boolean DEFAULT false NOT NULL,
  sealed_text bytea,
  act_id uuid,
  CONSTRAINT reports_details_have_1_to_1000_characters CHECK (char_length(details) BETWEEN 1 AND 1000),
  CONSTRAINT reports_reason_is_known CHECK (reason IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')),
  CONSTRAINT reports_text_is_its_owners_choice CHECK ((sealed_text IS NULL) OR (is_owners AND (gift_id IS NOT NULL))),
  CONSTRAINT reports_text_is_sealed CHECK (SUBSTRING(sealed_text FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(sealed_text) - 29) % 64 = 0 AND octet_length(sealed_text) BETWEEN 93 AND 2077),
  CONSTRAINT reports_pkey PRIMARY KEY (id)
);
CREATE TABLE second_owner_invitations (
  share_code text NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT second_owner_invitations_pkey PRIMARY KEY (share_code),
  CONSTRAINT second_owner_invitations_token_hash_unique UNIQUE (token_hash)
);
CREATE TABLE second_owners (
  share_code text NOT NULL,
  owner_id uuid NOT NULL,
  after_position integer NOT NULL,
  seen_position integer NOT NULL,
  news_after integer NOT NULL,
  news_due_at timestamp with time zone,
  CONSTRAINT second_owners_positions_agree CHECK ((0 <= after_position) AND (after_position <= seen_position)),
  CONSTRAINT second_owners_pkey PRIMARY KEY (share_code)
);
CREATE TABLE tree_keys (
  share_code text NOT NULL,
  key_id text NOT NULL,
  wrapped bytea NOT NULL,
  CONSTRAINT tree_keys_wrapped_is_sealed CHECK (SUBSTRING(wrapped FROM 1 FOR 1) = '\x01'::bytea AND (octet_length(wrapped) = 61)),
  CONSTRAINT tree_keys_pkey PRIMARY KEY (share_code)
);
CREATE TABLE trees (
  share_code text NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  opening_day date NOT NULL,
  time_zone text NOT NULL,
  opens_at timestamp with time zone NOT NULL,
  is_paused boolean DEFAULT false NOT NULL,
  gift_count integer DEFAULT 0 NOT NULL,
  hung_count integer DEFAULT 0 NOT NULL,
  version bigint DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  is_opening_told boolean DEFAULT false NOT NULL,
  taken_down_for text,
  expiry_told_at timestamp with time zone,
  seen_position integer DEFAULT 0,
  look text DEFAULT 'classic' NOT NULL,
  thanks text,
  thanks_taken_down_for text,
  is_reminder_told boolean DEFAULT false NOT NULL,
  news_after integer,
  news_due_at timestamp with time zone,
  names_need_approval boolean DEFAULT false NOT NULL,
  after_position integer DEFAULT 0 NOT NULL,
  has_second_owner boolean DEFAULT false NOT NULL,
  CONSTRAINT trees_counts_agree CHECK ((gift_count >= 0) AND (gift_count <= hung_count)),
  CONSTRAINT trees_look_is_known CHECK (look IN ('classic', 'night', 'white')),
  CONSTRAINT trees_name_has_1_to_40_characters CHECK (char_length(name) BETWEEN 1 AND 40),
  CONSTRAINT trees_share_code_is_well_formed CHECK (share_code ~ '^[0-9A-Za-z]{8}$'),
  CONSTRAINT trees_taken_down_for_is_known CHECK (taken_down_for IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')),
  CONSTRAINT trees_thanks_has_1_to_300_characters CHECK (char_length(thanks) BETWEEN 1 AND 300),
  CONSTRAINT trees_thanks_taken_down_for_is_known CHECK (thanks_taken_down_for IN ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')),
  CONSTRAINT trees_type_is_known CHECK (type IN ('christmas', 'birthday', 'valentine')),
  CONSTRAINT trees_pkey PRIMARY KEY (share_code)
);
--> statement-breakpoint
-- The planner keeps samples of each column after their rows have gone: none of what people wrote, nor of who they are.
ALTER TABLE gifts ALTER COLUMN sender_name SET STATISTICS 0;
ALTER TABLE idempotency_keys ALTER COLUMN answer SET STATISTICS 0;
ALTER TABLE mail_jobs ALTER COLUMN address SET STATISTICS 0;
ALTER TABLE messages ALTER COLUMN sealed_sender_name SET STATISTICS 0, ALTER COLUMN sealed_text SET STATISTICS 0;
ALTER TABLE owner_accounts ALTER COLUMN account_id SET STATISTICS 0, ALTER COLUMN password SET STATISTICS 0;
ALTER TABLE owner_links ALTER COLUMN token_hash SET STATISTICS 0, ALTER COLUMN email SET STATISTICS 0;
ALTER TABLE owner_sessions ALTER COLUMN token SET STATISTICS 0, ALTER COLUMN user_agent SET STATISTICS 0;
ALTER TABLE owners ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN email SET STATISTICS 0;
ALTER TABLE reports ALTER COLUMN details SET STATISTICS 0, ALTER COLUMN sealed_text SET STATISTICS 0;
ALTER TABLE trees ALTER COLUMN name SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE appeals ADD CONSTRAINT appeals_key_id_message_keys_id_fk FOREIGN KEY (key_id) REFERENCES message_keys (id);
ALTER TABLE gifts ADD CONSTRAINT gifts_share_code_trees_share_code_fk FOREIGN KEY (share_code) REFERENCES trees (share_code) ON DELETE CASCADE;
ALTER TABLE hiding_lists ADD CONSTRAINT hiding_lists_key_id_message_keys_id_fk FOREIGN KEY (key_id) REFERENCES message_keys (id);
ALTER TABLE hiding_lists ADD CONSTRAINT hiding_lists_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE mail_jobs ADD CONSTRAINT mail_jobs_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE mail_jobs ADD CONSTRAINT mail_jobs_share_code_trees_share_code_fk FOREIGN KEY (share_code) REFERENCES trees (share_code) ON DELETE CASCADE;
ALTER TABLE messages ADD CONSTRAINT messages_share_code_gift_id_gifts_share_code_id_fk FOREIGN KEY (share_code, gift_id) REFERENCES gifts (share_code, id) ON DELETE CASCADE;
ALTER TABLE moderation_acts ADD CONSTRAINT moderation_acts_moderator_id_moderators_id_fk FOREIGN KEY (moderator_id) REFERENCES moderators (id);
ALTER TABLE moderation_acts ADD CONSTRAINT moderation_acts_undoes_moderation_acts_id_fk FOREIGN KEY (undoes) REFERENCES moderation_acts (id);
ALTER TABLE moderators ADD CONSTRAINT moderators_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE SET NULL;
ALTER TABLE owner_accounts ADD CONSTRAINT owner_accounts_user_id_owners_id_fk FOREIGN KEY (user_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE owner_links ADD CONSTRAINT owner_links_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE owner_sessions ADD CONSTRAINT owner_sessions_user_id_owners_id_fk FOREIGN KEY (user_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE reports ADD CONSTRAINT reports_act_id_moderation_acts_id_fk FOREIGN KEY (act_id) REFERENCES moderation_acts (id);
ALTER TABLE reports ADD CONSTRAINT reports_share_code_gift_id_gifts_share_code_id_fk FOREIGN KEY (share_code, gift_id) REFERENCES gifts (share_code, id) ON DELETE CASCADE;
ALTER TABLE reports ADD CONSTRAINT reports_share_code_trees_share_code_fk FOREIGN KEY (share_code) REFERENCES trees (share_code) ON DELETE CASCADE;
ALTER TABLE second_owner_invitations ADD CONSTRAINT second_owner_invitations_share_code_trees_share_code_fk FOREIGN KEY (share_code) REFERENCES trees (share_code) ON DELETE CASCADE;
ALTER TABLE second_owners ADD CONSTRAINT second_owners_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE;
ALTER TABLE second_owners ADD CONSTRAINT second_owners_share_code_trees_share_code_fk FOREIGN KEY (share_code) REFERENCES trees (share_code) ON DELETE CASCADE;
ALTER TABLE tree_keys ADD CONSTRAINT tree_keys_key_id_message_keys_id_fk FOREIGN KEY (key_id) REFERENCES message_keys (id);
ALTER TABLE tree_keys ADD CONSTRAINT tree_keys_share_code_trees_share_code_fk FOREIGN KEY (share_code) REFERENCES trees (share_code) ON DELETE CASCADE;
ALTER TABLE trees ADD CONSTRAINT trees_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX appeals_created_at ON appeals (created_at);
CREATE INDEX appeals_key_id ON appeals (key_id);
-- With what a listing shows, and what it leaves out by: gifts of many trees lie mixed in the table.
CREATE UNIQUE INDEX gifts_by_position ON gifts (share_code, position) INCLUDE (id, gift_asset_id, sender_name, hung_on, taken_down_for);
CREATE INDEX hiding_lists_key_id ON hiding_lists (key_id);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_share_code ON idempotency_keys (share_code) WHERE share_code IS NOT NULL;
CREATE INDEX mail_jobs_awaited_due_at ON mail_jobs (due_at) WHERE kind NOT IN ('tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_taken_down');
CREATE INDEX mail_jobs_news_due_at ON mail_jobs (due_at) WHERE kind IN ('tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_taken_down');
CREATE INDEX mail_jobs_owner_id ON mail_jobs (owner_id);
CREATE INDEX mail_jobs_share_code ON mail_jobs (share_code);
CREATE INDEX moderation_acts_moderator_id ON moderation_acts (moderator_id);
CREATE INDEX owner_accounts_user_id ON owner_accounts (user_id);
CREATE INDEX owner_links_owner_id ON owner_links (owner_id);
CREATE INDEX owner_sessions_expires_at ON owner_sessions (expires_at);
CREATE INDEX owner_sessions_user_id ON owner_sessions (user_id);
CREATE INDEX owner_verifications_identifier ON owner_verifications (identifier);
CREATE INDEX passkeys_owner_id ON passkeys (owner_id);
CREATE INDEX reports_act_id ON reports (act_id);
CREATE INDEX reports_by_target ON reports (share_code, gift_id);
CREATE INDEX reports_created_at ON reports (created_at);
CREATE UNIQUE INDEX reports_once_for_each_reporter ON reports (share_code, COALESCE(gift_id, '00000000-0000-0000-0000-000000000000'::uuid), reporter_hash, (reason IN ('self_harm', 'threat'))) WHERE reporter_hash <> '';
CREATE INDEX reports_waiting ON reports (share_code, gift_id, created_at) WHERE act_id IS NULL;
CREATE INDEX second_owners_news_due_at ON second_owners (news_due_at) WHERE news_due_at IS NOT NULL;
CREATE INDEX second_owners_owner_id ON second_owners (owner_id);
CREATE INDEX tree_keys_key_id ON tree_keys (key_id);
CREATE INDEX trees_expiry_to_tell ON trees (opens_at) WHERE expiry_told_at IS NULL;
CREATE INDEX trees_news_due_at ON trees (news_due_at) WHERE news_due_at IS NOT NULL;
CREATE INDEX trees_opening_to_tell ON trees (opens_at) WHERE NOT is_opening_told;
CREATE INDEX trees_opens_at ON trees (opens_at);
CREATE INDEX trees_owner_id ON trees (owner_id);
CREATE INDEX trees_reminder_to_tell ON trees (opens_at) WHERE NOT is_reminder_told;
--> statement-breakpoint
-- Unused since 1.2.0.
CREATE VIEW tree_readers AS
  SELECT share_code, owner_id, true AS is_creator, after_position, seen_position, news_after, news_due_at FROM trees
  UNION ALL
  SELECT share_code, owner_id, false, after_position, seen_position, news_after, news_due_at FROM second_owners;
--> statement-breakpoint
-- The record of moderation is append-only: neither a bug nor a hand-written statement changes or removes an act.
CREATE FUNCTION refuse_change_of_acts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation_acts is append-only' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER moderation_acts_are_append_only BEFORE DELETE OR UPDATE ON moderation_acts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acts();
CREATE TRIGGER moderation_acts_are_never_emptied BEFORE TRUNCATE ON moderation_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_acts();
