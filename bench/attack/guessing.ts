import { randomUUID } from 'node:crypto'
import { type Attack, tally } from './target.ts'

const COMMON = [
  'password',
  '12345678',
  'qwertyuiop',
  'azertyuiop',
  'motdepasse',
  'password1',
  'iloveyou1',
  '        ',
  'aaaaaaaaaa',
  'abcdefgh',
  '1234567890',
  'contraseña',
  'vigievigie',
  'sunshine1',
  'football1',
]
const GUESSES = 120

/** Common passwords, and unlimited guesses: at one account, and from one address at many, with forged forwarding headers. */
export const guessing: Attack = async ({ send, member, database }) => {
  const { outcome, tried } = tally()
  for (const password of COMMON) {
    await database.query('delete from _server.rate_limits')
    const answer = await send('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password }),
    })
    tried(`signs up with ${JSON.stringify(password)}`, answer.ok)
  }
  const victim = await member()
  const forged = (turn: number): Record<string, string> => ({
    'x-forwarded-for': `203.0.113.${turn % 250}, 198.51.100.${turn % 250}`,
    'x-real-ip': `203.0.113.${turn % 250}`,
    forwarded: `for=203.0.113.${turn % 250}`,
    'x-client-address': `203.0.113.${turn % 250}`,
  })
  const campaigns: [string, (turn: number) => string][] = [
    ['one account', () => victim.email],
    ['many accounts', (turn) => `somebody${turn}@example.com`],
  ]
  for (const [name, emailOf] of campaigns) {
    await database.query('delete from _server.rate_limits')
    let stopped = 0
    for (let turn = 0; turn < GUESSES; turn += 1) {
      const body = JSON.stringify({ email: emailOf(turn), password: `guess number ${turn}` })
      const answer = await send('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body,
        headers: forged(turn),
      })
      tried(`guess ${turn} at ${name}`, answer.ok)
      if (answer.status === 429) stopped += 1
      await answer.body?.cancel()
    }
    tried(`${GUESSES} guesses at ${name} behind forged addresses`, stopped === 0)
  }
  return outcome
}
