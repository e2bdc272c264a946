import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../testing/test-project.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { client, joined, pause, tokenOf, until } from '../realtime-clients.ts'

/** Rights may end while tokens are valid; a `pass` row represents any product's rule. */
let project: TestProject
let ahead = 0
const clients: SupabaseClient[] = []

beforeAll(async () => {
  project = await testProject({
    now: () => new Date(Date.now() + ahead),
    sql: `
      create table passes (user_id uuid primary key, until timestamptz not null, divisor int not null default 1);
      create function tell() returns trigger language plpgsql as $$
      begin perform pg_notify('realtime_access', old.user_id::text); return null; end $$;
      create trigger tell after update or delete on passes for each row execute function tell();
      grant select on passes to authenticated;
      create policy "who has a pass hears silver" on realtime.messages for select to authenticated
        using (realtime.topic() = 'silver' and exists (select from public.passes where user_id = auth.uid() and until > now() and 1 / divisor = 1));
      create policy "who has a pass speaks" on realtime.messages for insert to authenticated
        with check (realtime.topic() = 'silver' and exists (select from public.passes where user_id = auth.uid() and until > now() + interval '1 hour'));`,
  })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.removeAllChannels()))
})
afterAll(() => project.stop())

const person = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const send = (n: number) => project.admin.query(`select realtime.send($1, 'e', 'silver', true)`, [{ n }])
const give = (sub: string, seconds: number) =>
  project.admin.query(
    `insert into passes (user_id, until) values ($1, now() + make_interval(secs => $2))
     on conflict (user_id) do update set until = excluded.until`,
    [sub, seconds],
  )

/** A joined user with a pass, with the messages and system events received. */
async function listen(n: number, seconds: number) {
  await give(person(n), seconds)
  const made = client(project, { token: await tokenOf(project, { sub: person(n) }) })
  clients.push(made)
  const heard: number[] = []
  const told: string[] = []
  const channel = made
    .channel('silver', { config: { private: true } })
    .on('system', {}, ({ message }: { message: string }) => told.push(message))
    .on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload.n))
  await joined(channel)
  return { made, channel, heard, told }
}

const GONE = 'You no longer have permission to read from this Channel topic: silver'

it('[S-90] revoking a right ends the user’s channel at once although the token is valid, and no one else’s', async () => {
  const [leaving, staying] = [await listen(1, 600), await listen(2, 600)]
  await send(1)
  await until(() => leaving.heard.length === 1 && staying.heard.length === 1)
  await project.admin.query('delete from passes where user_id = $1', [person(1)])
  await until(() => leaving.told.length === 1)
  expect(leaving.told).toEqual([GONE])
  await until(() => leaving.channel.state === 'closed')
  await send(2)
  await until(() => staying.heard.length === 2)
  await pause(50)
  expect(leaving.heard).toEqual([1])
  expect(leaving.made.realtime.isConnected()).toBe(true)
  expect(staying.told).toEqual([])
  // The socket remains usable: once permitted, the topic can be joined again on it.
  await give(person(1), 600)
  await leaving.made.removeChannel(leaving.channel)
  await joined(leaving.made.channel('silver', { config: { private: true } }))
})

it('[S-90] a right that expires ends the channel within a minute without a notification', async () => {
  const leaving = await listen(3, 1)
  const staying = await listen(4, 600)
  await until(
    async () => (await project.admin.query('select from passes where until < now()')).rowCount === 1,
    5000,
  )
  // The right has expired, but no evaluation is due yet.
  await send(1)
  await until(() => leaving.heard.length === 1 && staying.heard.length === 1)
  ahead += DEFAULT_LIMITS.judgedWithinMs
  await until(() => leaving.told.length === 1, 5000)
  expect(leaving.told).toEqual([GONE])
  await send(2)
  await until(() => staying.heard.length === 2)
  expect(leaving.heard).toEqual([1])
  expect(staying.told).toEqual([])
})

it('re-evaluates every private channel after 30 to 60 seconds', async () => {
  const { channel } = await listen(5, 600)
  await project.admin.query('alter table passes disable trigger tell')
  await project.admin.query('delete from passes where user_id = $1', [person(5)])
  ahead += DEFAULT_LIMITS.judgedWithinMs / 2
  await pause(2500)
  expect(channel.state).toBe('joined')
  ahead += DEFAULT_LIMITS.judgedWithinMs / 2
  await until(() => channel.state === 'closed', 5000)
  await project.admin.query('alter table passes enable trigger tell')
})

it('write permission is re-evaluated together with read permission', async () => {
  const { channel, told } = await listen(6, 7200)
  const said = async (n: number) => {
    const hears = await listen(7, 600)
    await channel.send({ type: 'broadcast', event: 'e', payload: { n } })
    await pause(100)
    return hears.heard
  }
  expect(await said(1)).toEqual([1])
  await give(person(6), 600)
  await until(() => told.length === 0 && channel.state === 'joined')
  await pause(100)
  expect(await said(2)).toEqual([])
})

it('a failed evaluation disconnects nobody and is repeated', async () => {
  const { channel, told } = await listen(8, 600)
  await project.admin.query('update passes set divisor = 0 where user_id = $1', [person(8)])
  await pause(300)
  expect([channel.state, told]).toEqual(['joined', []])
  await project.admin.query('alter table passes disable trigger tell')
  await project.admin.query('delete from passes where user_id = $1', [person(8)])
  await until(() => channel.state === 'closed', 5000)
  expect(told).toEqual([GONE])
  await project.admin.query('alter table passes enable trigger tell')
})
