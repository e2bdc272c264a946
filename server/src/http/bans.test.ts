import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { Bans } from './bans.ts'

const clock = { at: new Date() }
let project: TestProject
beforeAll(async () => {
  project = await testProject()
})
afterAll(() => project.stop())

async function account(): Promise<string> {
  const { rows } = await project.admin.query(
    `insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.com') returning id`,
  )
  return rows[0].id
}
const ban = (id: string, until: string | null) =>
  project.admin.query(`update auth.users set banned_until = $2 where id = $1`, [id, until])
async function watching(): Promise<Bans> {
  const bans = new Bans(() => clock.at)
  await bans.watch(project.admin, project.context.listener, (error) => expect.unreachable(String(error)))
  return bans
}

describe('a ban', () => {
  it('is loaded at start, and follows each change', async () => {
    const [before, later] = [await account(), await account()]
    await ban(before, 'infinity')
    const bans = await watching()
    const heard: string[] = []
    bans.onBan((id) => heard.push(id))
    expect([bans.has(before), bans.has(later)]).toEqual([true, false])
    await ban(later, new Date(clock.at.getTime() + 3_600_000).toISOString())
    await vi.waitFor(() => expect(bans.has(later)).toBe(true))
    expect(heard).toContain(later)
    await ban(before, null)
    await vi.waitFor(() => expect(bans.has(before)).toBe(false))
    clock.at = new Date(clock.at.getTime() + 3_600_001)
    expect(bans.has(later)).toBe(false)
  })

  it('that has expired is ignored', async () => {
    const id = await account()
    const bans = await watching()
    const heard: string[] = []
    bans.onBan((banned) => heard.push(banned))
    await ban(id, '2020-01-01')
    const mark = await account()
    await ban(mark, 'infinity')
    await vi.waitFor(() => expect(heard).toEqual([mark]))
    expect(bans.has(id)).toBe(false)
  })

  it('is loaded after a reconnection when its notification was lost', async () => {
    const id = await account()
    const bans = await watching()
    await project.admin.query('alter table auth.users disable trigger tell_ban_change')
    await ban(id, 'infinity')
    await project.admin.query('alter table auth.users enable trigger tell_ban_change')
    expect(bans.has(id)).toBe(false)
    await project.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(bans.has(id)).toBe(true), 10_000)
  })
})
