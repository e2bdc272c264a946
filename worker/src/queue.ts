// The job queue: its schema, the right to add jobs, and recovery from dead processes. SQL adds jobs only through
// private.enqueue; the worker through `enqueue` below.
import type { EventEmitter } from 'node:events'
import { Logger as QueueLogger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { inTransaction, type Queryable } from './database.ts'

export const QUEUE_SCHEMA = 'graphile_worker'

/** Adds a job, unless one of the same task is already waiting. */
export async function enqueue(client: Queryable, task: string, payload: object = {}): Promise<void> {
  await client.query(`select ${QUEUE_SCHEMA}.add_job($1, $2::json, job_key := $1)`, [
    task,
    JSON.stringify(payload),
  ])
}

/** Updates the queue's schema, lets private.enqueue add to it, and takes over jobs added before it existed. */
export async function prepareQueue(pool: Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ made: boolean; pending: boolean }>(
    `select to_regclass('${QUEUE_SCHEMA}.migrations') is not null as made, to_regclass('private.pending_jobs') is not null as pending`,
  )
  const [found] = rows
  const make = async () => {
    await runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA, logger: queueLogger(log) })
    await pool.query(GRANTS)
  }
  if (!found?.pending) return make()
  await inTransaction(pool, async (client) => {
    // Blocks enqueuing until the queue exists and waits for transactions that are doing so, so that no job is lost.
    if (!found.made) await client.query('lock table private.pending_jobs in exclusive mode')
    await make()
    await drainPendingJobs(client, log)
  })
}

// The queue's tables have row-level security without policies: private.enqueue's owner needs grants and must bypass it.
const GRANTS = `
do $grants$
declare
  enqueuer name;
begin
  for enqueuer in
    select distinct pg_get_userbyid(proowner) from pg_proc
     where pronamespace = to_regnamespace('private') and proname = 'enqueue'
  loop
    execute format('grant usage on schema ${QUEUE_SCHEMA} to %I', enqueuer);
    execute format('grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to %I', enqueuer);
    execute format('grant usage, select on all sequences in schema ${QUEUE_SCHEMA} to %I', enqueuer);
    execute format('grant execute on all functions in schema ${QUEUE_SCHEMA} to %I', enqueuer);
  end loop;
end
$grants$`

async function drainPendingJobs(client: Queryable, log: Logger): Promise<void> {
  const { rowCount } = await client.query(`
    with taken as (delete from private.pending_jobs returning id, task, payload)
    select ${QUEUE_SCHEMA}.add_job(task, payload::json) from (select * from taken order by id) as ordered`)
  if (rowCount) log.info({ jobs: rowCount }, 'took over jobs added before the queue existed')
}

export type QueueOptions = {
  pool: Pool
  tasks: TaskList
  /** Crontab lines, in UTC. */
  crontab: string
  concurrency: number
  /** Receives the runner's events. */
  events: EventEmitter
  log: Logger
}

// In batch mode, the runner stops when it cannot report a job's result, and is restarted; otherwise such a failure would be an
// unhandled rejection and end the process.
const IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Starts the runner, whose promise settles when it ends. */
export async function startQueue({
  pool,
  tasks,
  crontab,
  concurrency,
  events,
  log,
}: QueueOptions): Promise<Runner> {
  return await run({
    pgPool: pool,
    schema: QUEUE_SCHEMA,
    taskList: tasks,
    crontab,
    concurrency,
    preset: IN_BATCHES,
    events,
    noHandleSignals: true,
    pollInterval: 2000,
    gracefulShutdownAbortTimeout: 1000,
    logger: queueLogger(log),
  })
}

function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    // The queue's info messages are debug details for an operator.
    const bindings = { queue: scope.label, job: scope.jobId, task: scope.taskIdentifier, ...errorOf(meta) }
    if (level === 'error') log.error(bindings, message)
    else if (level === 'warning') log.warn(bindings, message)
    else log.debug(bindings, message)
  })
}

function errorOf(meta: { [key: string]: unknown } | undefined): { err?: unknown } {
  return meta?.error === undefined ? {} : { err: meta.error }
}
