import { type Attack, tally } from './target.ts'

/** A session left open for hours: another person at the device must not be able to take over the account. */
export const takeover: Attack = async ({ send, member, database }) => {
  const { outcome, tried } = tally()
  const victim = await member()
  await database.query(
    `update auth.mfa_amr_claims set created_at = created_at - interval '2 hours', updated_at = updated_at - interval '2 hours'
      where session_id in (select id from auth.sessions where user_id = $1)`,
    [victim.id],
  )
  const post = (path: string, body: object) =>
    send(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body), token: victim.token })
  const put = (body: object) =>
    send('/auth/v1/user', { method: 'PUT', body: JSON.stringify(body), token: victim.token })
  const tries: [string, () => Promise<Response>][] = [
    ['changes the password', () => put({ password: 'another long password of mine' })],
    [
      'changes the password with a guess',
      () => put({ password: 'another long password of mine', current_password: 'password' }),
    ],
    [
      'changes the password with an empty proof',
      () => put({ password: 'another long password of mine', current_password: '', nonce: '' }),
    ],
    [
      'changes the password with a guessed code',
      () => put({ password: 'another long password of mine', nonce: '000000' }),
    ],
    ['changes the address', () => put({ email: 'thief@example.com' })],
    ['changes the number', () => put({ phone: '+33612345678' })],
    ['adds a factor', () => post('/factors', { factor_type: 'totp', friendly_name: 'thief' })],
    ['adds a passkey', () => post('/passkeys/registration/options', {})],
    ['draws recovery codes', () => post('/recovery-codes', {})],
    [
      'links a provider',
      () =>
        send('/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true', {
          token: victim.token,
        }),
    ],
    ['makes itself staff', () => put({ data: { role: 'admin' }, app_metadata: { role: 'admin' } })],
    [
      'makes itself the service',
      () =>
        send('/rest/v1/staff', {
          method: 'POST',
          body: JSON.stringify({ user_id: victim.id, role: 'admin' }),
          token: victim.token,
        }),
    ],
  ]
  for (const [what, act] of tries) tried(what, (await act()).status < 400)
  // Repeats the same wrong password: attempts within a session must be counted.
  let refused = 0
  for (let guess = 0; guess < 30; guess += 1) {
    const answer = await put({
      password: 'another long password of mine',
      current_password: `guess number ${guess}`,
    })
    tried(`guess ${guess}`, answer.status < 400)
    if (answer.status === 429) refused += 1
  }
  tried('guesses the present password without end', refused === 0)
  return outcome
}
