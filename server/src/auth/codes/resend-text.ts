import type { FastifyRequest } from 'fastify'
import { sql } from '../../database/sql.ts'
import { addressOf } from '../caller.ts'
import { invalid } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import type { Service } from '../service.ts'
import { findUserByPhone, lockUser } from '../store/users.ts'
import { deliver, limitTexts, putPhoneCode, requireTexts } from './phone-code.ts'
import { phoneNumber } from './phone-number.ts'

/** POST /resend with type sms or phone_change: sends the last text message again. The answer is the same when there is none. */
export async function resendText(
  service: Service,
  request: FastifyRequest,
  { type, email, phone: given }: { type: string | null; email: string | null; phone: string | null },
): Promise<object> {
  if (!email === !given) throw invalid('Type provided requires either an email address or a phone number')
  if (!given) throw invalid('Type provided requires a phone number')
  const phone = phoneNumber(given)
  requireTexts(service, phone)
  await limit(service, 'otp', addressOf(request))
  await limitTexts(service, phone)
  const change = type === 'phone_change'
  const text = await service.database.transaction(async (query) => {
    const id = change ? await whoWants(query, phone) : (await findUserByPhone(query, phone))?.id
    const user = id ? await lockUser(query, id) : null
    if (!user || (!change && (user.phone_confirmed_at || !user.confirmation_sent_at))) return null
    return putPhoneCode(service, query, user, phone, change ? 'phone_change' : 'confirmation')
  })
  return text ? deliver(service, text) : {}
}

/** The account that most recently requested a code for this number. */
async function whoWants(query: Parameters<typeof findUserByPhone>[0], phone: string): Promise<string | null> {
  const rows = await query(sql`
    select id from auth.users where phone_change = ${phone} and deleted_at is null
    order by phone_change_sent_at desc nulls last limit 1`)
  return rows[0]?.[0] ?? null
}
