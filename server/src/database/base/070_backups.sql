-- What the running server knows of its backups, for the project to show: one row, written by the server that takes them.
create table if not exists _server.backup_state (
  only_row boolean primary key default true check (only_row),
  configured boolean not null,
  base_at timestamptz,
  copied_at timestamptz,
  failed_at timestamptz
);
comment on table _server.backup_state is 'configured: whether this start takes backups. base_at: the state of the last base backup. copied_at: when the log was last copied, at most every five minutes. failed_at: since when copying fails; null while it succeeds.';
grant select on _server.backup_state to postgres;
