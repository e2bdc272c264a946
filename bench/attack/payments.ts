import { createHmac } from 'node:crypto'
import { type Attack, tally } from './target.ts'

/** Forged payment events. */
export const payments: Attack = async ({ send, member, database }) => {
  const { outcome, tried } = tally()
  const victim = await member()
  const event = JSON.stringify({
    id: 'evt_1',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_1', client_reference_id: victim.id, payment_status: 'paid' } },
  })
  const now = Math.floor(Date.now() / 1000)
  const sign = (time: number, secret: string) =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${event}`).digest('hex')}`
  const signatures = [
    '',
    'x',
    't=,v1=',
    't=0',
    `t=${now},v1=`,
    `t=${now},v1=zz`,
    `t=${now},v0=aa`,
    sign(now, ''),
    sign(now, 'whsec_test'),
    sign(0, 'whsec_test'),
    `${sign(now, 'a')},${sign(now, 'b')}`,
    't=1e99,v1=00',
    `t=${now};v1=00`,
  ]
  for (const provider of ['stripe', 'btcpay', 'sandbox', '../stripe', '']) {
    for (const signature of signatures) {
      for (const body of [event, event.replace(/"data":.*\}\}/, '"data":null'), '', '[]', '{', 'null']) {
        const headers = {
          'stripe-signature': signature,
          'btcpay-sig': signature,
          'content-type': 'application/json',
        }
        const answer = await send(`/functions/v1/payment-webhook/${provider}`, {
          method: 'POST',
          body,
          headers,
        })
        tried(
          `${provider} signed ${signature.slice(0, 20)} (${answer.status})`,
          answer.ok || (answer.status >= 500 && answer.status !== 503),
        )
        await answer.body?.cancel()
      }
    }
  }
  const { rows } = await database.query<{ premium: boolean }>('select private.is_premium($1) as premium', [
    victim.id,
  ])
  tried('a forged payment opened access', rows[0]?.premium === true)
  return outcome
}
