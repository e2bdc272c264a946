import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
let project: AuthProject
const admin = () => ({ authorization: `Bearer ${project.serviceRoleKey}` })
type Entry = {
  payload: { action: string; actor_username: string; log_type: string; traits?: Record<string, unknown> }
}
const entries = async (query: string) => {
  const { body } = await project.call('GET', `/admin/audit?per_page=200&query=${query}`, undefined, admin())
  return body as unknown as Entry[]
}

beforeAll(async () => {
  project = await authProject('[auth.email]\nenable_confirmations = true')
})
afterAll(() => project.stop())

describe('the audit log', () => {
  it('records what an administrator did and to which account', async () => {
    const made = await project.call(
      'POST',
      '/admin/users',
      { email: 'ada@example.com', password, email_confirm: true },
      admin(),
    )
    const path = `/admin/users/${made.body.id}`
    await project.call('PUT', path, { user_metadata: { n: 1 } }, admin())
    await project.call('POST', '/invite', { email: 'bea@example.com' }, admin())
    await project.call('DELETE', path, undefined, admin())
    const log = await entries('author:service_role')
    expect(log.map(({ payload }) => payload.action)).toEqual([
      'user_deleted',
      'user_invited',
      'user_modified',
      'user_signedup',
    ])
    expect(log[0]?.payload).toMatchObject({
      log_type: 'team',
      traits: { user_id: made.body.id, user_email: 'ada@example.com' },
    })
    expect(JSON.stringify(log)).not.toContain(password)
  })

  it('shows a second sign-up with the same address to administrators only', async () => {
    const once = await project.call('POST', '/signup', { email: 'cleo@example.com', password })
    project.wait(5)
    const twice = await project.call('POST', '/signup', { email: 'cleo@example.com', password })
    expect([once.status, twice.status]).toEqual([200, 200])
    expect(await entries('action:user_repeated_signup')).toHaveLength(1)
  })

  it('is searched and paged, and refuses an invalid query', async () => {
    const page = await project.call('GET', '/admin/audit?page=2&per_page=1', undefined, admin())
    expect(page.body).toHaveLength(1)
    expect(Number(page.headers.get('x-total-count'))).toBeGreaterThan(3)
    for (const wrong of ['query=colour:red', 'query=action:%00', 'page=0', 'per_page=-1', 'page=x']) {
      expect((await project.call('GET', `/admin/audit?${wrong}`, undefined, admin())).status).toBe(400)
    }
  })

  it('is not readable by members', async () => {
    expect((await project.call('GET', '/admin/audit')).status).toBe(403)
  })
})
