import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'
import { mailboxOf } from './mail-limit.ts'

describe('the mailbox of an address', () => {
  it.each([
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
    ['ada.l@example.com', 'ada.l@example.com'],
    ['+ada@example.com', '+ada@example.com'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })
})

describe('mails to one mailbox', () => {
  let project: AuthProject
  beforeAll(async () => {
    const limits = '[auth.rate_limit]\nemail_sent = 3\nsign_in_sign_ups = 1000'
    project = await authProject('[auth.email]\nenable_confirmations = true', { limits })
  })
  afterAll(() => project.stop())

  it.each([
    ['/signup', { password: 'correct horse battery' }],
    ['/otp', {}],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
  ])('that %s requests are counted together, whatever follows the plus', async (path, more) => {
    await project.admin.query('truncate _server.rate_limits')
    const statuses = []
    for (let round = 0; round < 5; round++) {
      const email = `ada+${round}@example.com`
      statuses.push((await project.call('POST', path, { email, ...more })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  it('are delivered to the address including its plus part', async () => {
    await project.admin.query('truncate _server.rate_limits')
    const email = 'grace+news@example.com'
    await project.client().auth.signUp({ email, password: 'correct horse battery' })
    expect((await project.mail(email)).data.SendingTo).toBe(email)
  })
})
