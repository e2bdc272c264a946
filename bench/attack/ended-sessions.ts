import { type Attack, PASSWORD, type Target, tally, type Victim } from './target.ts'

/** Access tokens after their session ended, at each of the five services, and the refresh token. */
export const endedSessions: Attack = async (target) => {
  const { send, member, database } = target
  const { outcome, tried } = tally()
  const put = (victim: Victim, body: object) =>
    send('/auth/v1/user', { method: 'PUT', body: JSON.stringify(body), token: victim.token })
  const endings: [string, (victim: Victim) => Promise<unknown>][] = [
    ['signing out', ({ token }) => send('/auth/v1/logout?scope=local', { method: 'POST', token })],
    [
      'signing out everywhere',
      ({ token }) => send('/auth/v1/logout?scope=global', { method: 'POST', token }),
    ],
    [
      'a ban',
      ({ id }) =>
        database.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id]),
    ],
    ['the account’s deletion', ({ id }) => database.query('delete from auth.users where id = $1', [id])],
    [
      'signing out elsewhere',
      async (victim) =>
        send('/auth/v1/logout?scope=others', { method: 'POST', token: await again(target, victim) }),
    ],
    [
      'another password',
      async (victim) =>
        put(
          { ...victim, token: await again(target, victim) },
          { password: 'nine loud lighthouses at sea', current_password: PASSWORD },
        ),
    ],
  ]
  for (const [ending, end] of endings) {
    const victim = await member()
    await end(victim)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const uses: [string, () => Promise<Response>][] = [
      ['auth', () => send('/auth/v1/user', { token: victim.token })],
      ['rest', () => send('/rest/v1/profiles?select=id', { token: victim.token })],
      [
        'storage',
        () =>
          send('/storage/v1/object/list/avatars', {
            method: 'POST',
            body: '{"prefix":""}',
            token: victim.token,
          }),
      ],
      [
        'functions',
        () => send('/functions/v1/save-wallet', { method: 'POST', body: '{}', token: victim.token }),
      ],
      [
        'realtime',
        () =>
          send('/realtime/v1/api/broadcast', {
            method: 'POST',
            body: JSON.stringify({ messages: [{ topic: 'x', event: 'x', payload: {} }] }),
            token: victim.token,
          }),
      ],
      [
        'refresh',
        () =>
          send('/auth/v1/token?grant_type=refresh_token', {
            method: 'POST',
            body: JSON.stringify({ refresh_token: victim.refreshToken }),
          }),
      ],
    ]
    for (const [service, use] of uses) {
      const { status } = await use()
      tried(
        `${service} after ${ending} (${status})`,
        service === 'functions' ? status !== 401 && status !== 403 : status < 400,
      )
    }
  }
  return outcome
}

async function again({ send }: Target, { email }: Victim): Promise<string> {
  const answer = await send('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
