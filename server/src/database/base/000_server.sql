-- The server's own state: applied migrations and keys. API roles have no access.
create schema if not exists _server;
revoke all on schema _server from public;
create table if not exists _server.base_files (name text primary key, hash text not null);
create table if not exists _server.secrets (name text primary key, value text not null);
create table if not exists _server.signing_keys (
  kid uuid primary key default gen_random_uuid(),
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create table if not exists _server.migration_hashes (version text primary key, hash text not null);
