import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import { invalid } from '../errors.ts'
import { PKCE_PREFIX } from '../identities/pkce.ts'
import { forgive, limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { tokenHash } from '../secrets.ts'
import type { Service } from '../service.ts'
import { sendSession } from '../sessions/session.ts'
import { emailAddress } from './email-address.ts'
import { requireTexts } from './phone-code.ts'
import { phoneNumber } from './phone-number.ts'
import { HALF_WAY, isTextType, isVerifyType, type Presented, redeem } from './verify.ts'

const shape = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
})

/** POST /verify: redeems the code that a user typed, or the hash of a link. */
export function verifyPost(app: FastifyInstance, service: Service): void {
  app.post('/verify', async (request, reply) => {
    const body = readBody(request, shape)
    await limit(service, 'verify', addressOf(request))
    const presented = present(body)
    if (body.phone) requireTexts(service, phoneNumber(body.phone))
    // Six digits can be guessed from many addresses at once, so attempts are also limited per account.
    const { receiver } = presented
    if (receiver) await limit(service, 'code-guess', receiver)
    const verified = await redeem(service, request, presented)
    if (receiver) await forgive(service, 'code-guess', receiver)
    if (verified.kind !== 'session') return { msg: HALF_WAY, code: '200' }
    return sendSession(service, reply, verified.grant)
  })
}

function present(body: z.output<typeof shape>): Presented {
  const { type, token, token_hash: hash, email, phone } = body
  if (!type) throw invalid('Verify requires a verification type')
  if (!token === !hash) throw invalid('Verify requires either a token or a token hash')
  if (hash) {
    if (email || phone || body.redirect_to) throw invalid('Only the token_hash and type should be provided')
    if (!isVerifyType(type)) throw invalid('Invalid email verification type')
    return { type, hashes: [hash], refusal: 'Email link is invalid or has expired' }
  }
  if (!email === !phone) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const refusal = 'Token has expired or is invalid'
  if (phone && isTextType(type)) {
    const receiver = phoneNumber(phone)
    return { type, receiver, hashes: [tokenHash(receiver, token as string)], refusal }
  }
  if (!isVerifyType(type) || !email) throw invalid('Unsupported verification type')
  const receiver = emailAddress(email)
  const sent = tokenHash(receiver, token as string)
  return { type, receiver, hashes: [sent, PKCE_PREFIX + sent], refusal }
}
