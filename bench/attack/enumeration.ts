import { randomUUID } from 'node:crypto'
import { type Attack, PASSWORD, type Target, tally } from './target.ts'

/** Whether status, headers or body shape reveal that an address has an account. `sign-in-timing` covers response times. */
export const enumeration: Attack = async (target) => {
  const { member, database } = target
  const { outcome, tried } = tally()
  const ways: [string, (email: string) => [string, object]][] = [
    ['recover', (email) => ['/auth/v1/recover', { email }]],
    ['otp', (email) => ['/auth/v1/otp', { email, create_user: false }]],
    ['magic link', (email) => ['/auth/v1/magiclink', { email }]],
    ['resend', (email) => ['/auth/v1/resend', { email, type: 'signup' }]],
    [
      'sign in',
      (email) => ['/auth/v1/token?grant_type=password', { email, password: 'not the password at all' }],
    ],
    ['verify', (email) => ['/auth/v1/verify', { email, token: '000000', type: 'recovery' }]],
    ['single sign-on', (email) => ['/auth/v1/sso', { domain: email.split('@')[1] }]],
  ]
  for (const [name, ask] of ways) {
    for (let turn = 0; turn < 5; turn += 1) {
      await database.query('delete from _server.rate_limits')
      const [known, unknown] = [(await member()).email, `${randomUUID()}@example.com`]
      const [one, other] = [await shape(target, ask(known)), await shape(target, ask(unknown))]
      tried(`${name}: ${one} against ${other}`, one !== other)
    }
  }
  const taken = await member()
  const signUp = (email: string) => shape(target, ['/auth/v1/signup', { email, password: PASSWORD }])
  const { rows } = await database.query<{ confirmed: boolean }>(
    'select email_confirmed_at is not null as confirmed from auth.users where id = $1',
    [taken.id],
  )
  // Without confirmation a sign-up opens a session, so a taken address cannot be hidden; the endpoint is rate limited instead.
  if (!rows[0]?.confirmed)
    tried('sign up', (await signUp(taken.email)) !== (await signUp(`${randomUUID()}@example.com`)))
  return outcome
}

async function shape({ send }: Target, [path, body]: [string, object]): Promise<string> {
  const answer = await send(path, { method: 'POST', body: JSON.stringify(body) })
  const text = await answer.text()
  const keys = text.startsWith('{')
    ? Object.entries(JSON.parse(text)).map(([key, value]) => `${key}:${typeof value}`)
    : [text]
  const headers = [...answer.headers.keys()].filter((name) => !/date|request-id|set-cookie|limit/.test(name))
  return `${answer.status} ${keys.sort().join(',')} ${headers.sort().join(',')}`
}
