-- Jobs: work that follows a fact is added in the fact's own transaction, so both exist or neither. private.enqueue() is the
-- one place that knows the queue; until the worker has made the queue's schema, jobs wait in private.pending_jobs.
create table private.pending_jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table private.pending_jobs is 'Jobs that were added before the queue stood; the worker takes them over when it starts.';
alter table private.pending_jobs enable row level security;

create function private.enqueue(task text, payload jsonb default '{}', job_key text default null, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The worker makes the queue's schema in many transactions, and what stands between two of them takes no job: that is waited for.
  lock table private.pending_jobs in row share mode;
  if to_regprocedure('graphile_worker.add_job(text, json, text, timestamptz, integer, text, integer, text[], text)') is not null then
    execute 'select graphile_worker.add_job($1, $2::json, job_key := $3, run_at := $4)' using task, payload, job_key, run_at;
  else
    insert into private.pending_jobs (task, payload) values (enqueue.task, enqueue.payload);
  end if;
end
$$;
comment on function private.enqueue(text, jsonb, text, timestamptz) is 'Adds a job for the worker, at once or for a time. With a job_key, a job that still waits under it is replaced.';
revoke execute on function private.enqueue(text, jsonb, text, timestamptz) from public, anon, authenticated;
