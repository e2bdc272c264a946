-- What the auth service keeps of second factors beyond GoTrue's own tables: a dump of schema `auth` stays one that
-- GoTrue restores. Recovery codes are hashes; a code of an authenticator app is good once.
create table if not exists _server.recovery_code_sets (
  id uuid not null primary key,
  user_id uuid not null unique references auth.users (id) on delete cascade,
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table _server.recovery_code_sets is 'Who has recovery codes: shown in the list of their factors.';

create table if not exists _server.recovery_codes (
  set_id uuid not null references _server.recovery_code_sets (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (set_id, code_hash)
);
comment on table _server.recovery_codes is 'Keyed hashes of recovery codes. Each is good once.';

create table if not exists _server.spent_totp_steps (
  factor_id uuid not null primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
comment on table _server.spent_totp_steps is 'The newest 30-second step whose code was accepted: it and every older one are refused.';

grant select, insert, update, delete on _server.recovery_code_sets, _server.recovery_codes, _server.spent_totp_steps to supabase_auth_admin;
