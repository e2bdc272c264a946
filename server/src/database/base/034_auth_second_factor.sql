-- Second-factor state beyond GoTrue's own tables, kept apart so that GoTrue can restore a dump of schema `auth`.
-- Recovery codes are stored as hashes; an authenticator code is accepted once.
create table if not exists _server.recovery_code_sets (
  id uuid not null primary key,
  user_id uuid not null unique references auth.users (id) on delete cascade,
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table _server.recovery_code_sets is 'Users with recovery codes, shown in the list of their factors.';

create table if not exists _server.recovery_codes (
  set_id uuid not null references _server.recovery_code_sets (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (set_id, code_hash)
);
comment on table _server.recovery_codes is 'Keyed hashes of recovery codes. Each can be used once.';

create table if not exists _server.spent_totp_steps (
  factor_id uuid not null primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
comment on table _server.spent_totp_steps is 'The newest 30-second step whose code was accepted; it and older ones are refused.';

grant select, insert, update, delete on _server.recovery_code_sets, _server.recovery_codes, _server.spent_totp_steps to supabase_auth_admin;
