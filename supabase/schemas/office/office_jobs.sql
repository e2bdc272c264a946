-- The job queue as admins see it: what waits, runs, failed and will be tried again, or was given up. The queue's tables belong to
-- the worker, which makes them when it first starts; until then there are only the jobs that wait for it.
create function public.list_jobs(of_state text default null, of_task text default null, before_id bigint default null, most int default 50)
returns table (
  id bigint, task text, state text, run_at timestamptz, attempts int, max_attempts int, last_error text, created_at timestamptz,
  locked_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('graphile_worker.jobs') is null then
    return query
      select job.id, job.task, 'ready', job.created_at, 0, 1, null::text, job.created_at, null::timestamptz
      from private.pending_jobs as job
      where (of_state is null or of_state = 'ready') and (of_task is null or job.task = of_task) and (before_id is null or job.id < before_id)
      order by job.id desc limit least(greatest(coalesce(most, 50), 1), 200);
    return;
  end if;
  return query execute $query$
    select id, task_identifier, state, run_at, attempts::int, max_attempts::int, last_error, created_at, locked_at
    from (
      select *, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'given_up'
        when attempts > 0 then 'failing'
        when run_at > now() then 'waiting'
        else 'ready'
      end as state
      from graphile_worker.jobs
    ) as job
    where ($1 is null or state = $1) and ($2 is null or task_identifier = $2) and ($3 is null or id < $3)
    order by id desc limit $4
  $query$ using of_state, of_task, before_id, least(greatest(coalesce(most, 50), 1), 200);
end
$$;
comment on function public.list_jobs(text, text, bigint, int) is 'Jobs for admins, newest first, at most `most` (1 to 200) of those before an id. state: ready, waiting (for its hour), running, failing (will be tried again), given_up. A job that succeeded is gone.';

create function public.retry_jobs(job_ids bigint[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  due bigint[];
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(job_ids) > 500 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  if to_regclass('graphile_worker.jobs') is null then return 0; end if;
  execute 'select array_agg(id order by id) from graphile_worker.jobs where id = any ($1) and locked_at is null and attempts > 0' into due using job_ids;
  if due is null then return 0; end if;
  execute 'select count(*) from graphile_worker.reschedule_jobs($1, run_at := now(), attempts := 0)' using due;
  perform private.note_staff_act('jobs', job::text, 'update', null, '{"attempts": 0}') from unnest(due) as job;
  return cardinality(due);
end
$$;
comment on function public.retry_jobs(bigint[]) is 'Has jobs that failed tried again at once, with all their tries; how many. One that runs at this moment is left alone. At most 500.';

revoke execute on function public.list_jobs(text, text, bigint, int), public.retry_jobs(bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.list_jobs(text, text, bigint, int), public.retry_jobs(bigint[]) to authenticated;
