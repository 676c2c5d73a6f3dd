-- Two roles: tree_owner may change the schema (npm run migrate, npm run restore), tree_service may only use it.
-- Run it in the service's database, as a superuser, or as its owner with CREATEROLE, as a managed Postgres has one; it may
-- be repeated. Then set both passwords.
-- If the tables belong to another role, run this first: reassign owned by THAT_ROLE to tree_owner

do $$
begin
  if not exists (select from pg_roles where rolname = 'tree_owner') then create role tree_owner login; end if;
  if not exists (select from pg_roles where rolname = 'tree_service') then create role tree_service login; end if;
  -- Only a member, or a superuser, may change what belongs to tree_owner.
  if not pg_has_role('tree_owner', 'usage') then execute format('grant tree_owner to %I', current_user); end if;
  -- Drizzle, which migrates, asks for the right to create its schema even if that exists.
  execute format('grant connect, create on database %I to tree_owner', current_database());
  execute format('grant connect on database %I to tree_service', current_database());
end
$$;

create schema if not exists drizzle authorization tree_owner;
alter schema drizzle owner to tree_owner;
-- Before version 15, every role may create tables in the schema "public".
revoke create on schema public from public;
grant usage, create on schema public to tree_owner;
grant usage on schema public, drizzle to tree_service;

grant select, insert, update, delete on all tables in schema public to tree_service;
grant usage on all sequences in schema public to tree_service;
grant execute on all functions in schema public to tree_service;
-- Which migrations were applied.
grant select on all tables in schema drizzle to tree_service;

-- The same for what later migrations create.
alter default privileges for role tree_owner in schema public grant select, insert, update, delete on tables to tree_service;
alter default privileges for role tree_owner in schema public grant usage on sequences to tree_service;
alter default privileges for role tree_owner in schema public grant execute on functions to tree_service;
alter default privileges for role tree_owner in schema drizzle grant select on tables to tree_service;
