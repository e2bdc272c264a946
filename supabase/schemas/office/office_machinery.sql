-- What staff see of the machinery behind the product, beside the feeds: the queue of jobs, the mails, how fresh the signed head of the
-- ledger is and what others said of it, and the backups. The queue's tables belong to the worker, the mails and the backups to the server:
-- where a host has none, the part is null, and nothing is said about it.
create function private.office_queue_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  if to_regclass('graphile_worker.jobs') is null then
    select jsonb_build_object('waiting', count(*), 'oldest_at', min(created_at), 'running', 0, 'failing', 0, 'given_up', 0)
    into found from private.pending_jobs;
    return found;
  end if;
  execute $query$
    select jsonb_build_object(
      'waiting', count(*) filter (where locked_at is null and attempts = 0 and run_at <= now()),
      'oldest_at', min(run_at) filter (where locked_at is null and attempts = 0 and run_at <= now()),
      'running', count(*) filter (where locked_at is not null),
      'failing', count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts),
      'given_up', count(*) filter (where locked_at is null and attempts >= max_attempts)
    ) from graphile_worker.jobs
  $query$ into found;
  return found;
end
$$;
comment on function private.office_queue_state() is '{waiting: due and not begun, oldest_at: since when the oldest of them is due, running, failing: will be tried again, given_up}.';

create function private.office_mail_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  execute $query$
    select jsonb_build_object(
      'waiting', count(*) filter (where sent_at is null and failed_at is null),
      'oldest_at', min(created_at) filter (where sent_at is null and failed_at is null),
      'retried', count(*) filter (where sent_at is null and failed_at is null and attempts > 0),
      'failed', count(*) filter (where failed_at > now() - interval '1 day'),
      'sent_at', max(sent_at)
    ) from _server.mail_outbox
    where (sent_at is null and failed_at is null) or failed_at > now() - interval '1 day'
      or id = (select id from _server.mail_outbox where sent_at is not null order by id desc limit 1)
  $query$ into found;
  return found;
end
$$;
comment on function private.office_mail_state() is '{waiting, oldest_at, retried: of those that wait, failed: given up within a day, sent_at: the last one that left}; null where the host keeps no outbox.';

create function private.office_ledger_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'entries', (select max(sequence) from public.ledger),
    'size', newest.size, 'signed_at', newest.made_at,
    'stamped_at', (select max(at) from public.ledger_timestamps), 'cosigned_at', (select max(at) from public.ledger_cosignatures)
  )
  from (select 1) as one left join lateral (select size, made_at from public.ledger_checkpoints order by size desc limit 1) as newest on true
$$;
comment on function private.office_ledger_state() is '{entries, size and signed_at: of the newest signed head, stamped_at: the last time-stamp of an authority, cosigned_at: the last word of a witness}; null for what there never was.';

create function private.office_backup_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  if to_regclass('_server.backup_state') is null then return null; end if;
  execute $query$
    select jsonb_build_object('configured', configured, 'base_at', base_at, 'copied_at', copied_at, 'failed_at', failed_at) from _server.backup_state
  $query$ into found;
  return found;
end
$$;
comment on function private.office_backup_state() is '{configured: since the last start, base_at: the last whole copy, copied_at: when the log was last copied, failed_at: since when copying fails}; null where the host says nothing about backups.';

create function public.office_machinery() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return jsonb_build_object(
    'jobs', private.office_queue_state(), 'mails', private.office_mail_state(), 'ledger', private.office_ledger_state(), 'backup', private.office_backup_state()
  );
end
$$;
comment on function public.office_machinery() is 'For staff: {jobs, mails, ledger, backup}, as the functions of each say. Counts and times only.';
revoke execute on function
  private.office_queue_state(), private.office_mail_state(), private.office_ledger_state(), private.office_backup_state(), public.office_machinery()
from public, anon, authenticated, service_role;
grant execute on function public.office_machinery() to authenticated;
