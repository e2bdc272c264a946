import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import { phoneNumber } from '../codes/phone-number.ts'
import type { Query } from '../database.ts'
import { type AuthErrorCode, authError, invalid } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { deleteUnverifiedFactors, insertFactor, type SecretFactor } from '../store/factors.ts'
import { lockUser, type Metadata, type UserRow } from '../store/users.ts'
import { auditFactor, CHALLENGE_LIFE, type FactorCaller, requireMember, verifiedFactors } from './factor.ts'
import { qrCodeSvg } from './qr-code.ts'
import { requireStepUp } from './step-up.ts'
import { totpSecret, totpUri } from './totp.ts'

const shape = z.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
})
type Wanted = z.output<typeof shape>

const settingOf = { totp: 'totp', phone: 'phone', webauthn: 'web_authn' } as const
const disabled = {
  totp: 'mfa_totp_enroll_not_enabled',
  phone: 'mfa_phone_enroll_not_enabled',
  webauthn: 'mfa_webauthn_enroll_not_enabled',
} as const satisfies Record<string, AuthErrorCode>
type FactorType = keyof typeof disabled

/** The longest name that authenticator apps display. */
const LONGEST_NAME = 255
const LONGEST_ISSUER = 64

/** POST /factors: enrols a second factor, which protects nothing until its first code is verified. */
export function factorEnroll(app: FastifyInstance, service: Service): void {
  app.post('/factors', async (request) => {
    const caller = await requireMember(service, request)
    const body = readBody(request, shape)
    await limit(service, 'factor-change', addressOf(request))
    await limit(service, 'factor-change', caller.user.id)
    const type = body.factor_type as FactorType
    if (!Object.hasOwn(disabled, body.factor_type ?? '')) {
      throw invalid('factor_type needs to be totp, phone, or webauthn')
    }
    if (!service.settings.mfa[settingOf[type]].enroll_enabled) throw authError(disabled[type])
    if ((body.friendly_name ?? '').length > LONGEST_NAME) throw invalid('friendly_name is too long')
    if ((body.issuer ?? '').length > LONGEST_ISSUER) throw invalid('issuer is too long')
    if (type === 'phone' && !body.phone) throw invalid('Phone number required to enroll Phone factor')
    await requireStepUp(service, caller)
    return service.database.transaction((query) => enrol(service, query, request, caller, type, body))
  })
}

async function enrol(
  service: Service,
  query: Query,
  request: FastifyRequest,
  { user: known, session }: FactorCaller,
  type: FactorType,
  body: Wanted,
): Promise<Metadata> {
  const { context } = service
  const now = nowText(service)
  await lockUser(query, known.id)
  const stale = new Date(context.now().getTime() - CHALLENGE_LIFE).toISOString()
  await deleteUnverifiedFactors(query, known.id, { before: stale })
  const user = await lockUser(query, known.id)
  if (!user) throw authError('user_not_found')
  const name = body.friendly_name ?? ''
  const phone = type === 'phone' ? phoneNumber(body.phone as string) : null
  if (phone) await makeRoom(query, user, phone)
  judge(service, user, session.aal, name, phone)

  const id = uuid(context.random)
  const row = { id, user_id: user.id, factor_type: type, friendly_name: name }
  const secret = type === 'totp' ? totpSecret(context.random) : null
  const own: Partial<SecretFactor> = {
    ...(secret && { secret: service.factorSecrets.seal(id, secret) }),
    ...(phone && { phone }),
  }
  await insertFactor(query, { ...row, ...own }, now)
  await auditFactor(service, query, request, user, 'factor_in_progress', { factor_id: id, factor_type: type })
  return {
    id,
    type,
    friendly_name: name,
    ...(secret && { totp: introduction(service, user, secret, body.issuer) }),
    ...(phone && { phone }),
  }
}

/** Replaces an unfinished factor of the same number. Throws when a verified one exists. */
async function makeRoom(query: Query, user: UserRow, phone: string): Promise<void> {
  const same = user.factors.find((factor) => factor.phone === phone)
  if (same?.status === 'verified') throw authError('mfa_verified_factor_exists')
  if (same) await deleteUnverifiedFactors(query, user.id, { type: 'phone' })
}

function judge(
  { settings }: Service,
  user: UserRow,
  aal: string | null,
  name: string,
  phone: string | null,
): void {
  const factors = user.factors.filter(
    (factor) => factor.factor_type !== 'recovery_code' && (phone === null || factor.phone !== phone),
  )
  if (verifiedFactors(user).length > 0 && aal !== 'aal2') {
    throw authError('insufficient_aal', 'AAL2 required to enroll a new factor', { status: 403 })
  }
  if (factors.length >= settings.mfa.max_enrolled_factors) throw authError('too_many_enrolled_mfa_factors')
  if (factors.some((factor) => (factor.friendly_name ?? '').trim() === name.trim())) {
    throw authError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
}

/** The secret and QR code, shown once. */
function introduction({ settings }: Service, user: UserRow, secret: string, issuer: string | null): Metadata {
  const host = URL.parse(settings.site_url)?.host ?? settings.site_url
  const uri = totpUri(secret, issuer ?? host, user.email ?? user.phone ?? '')
  return { qr_code: qrCodeSvg(uri), secret, uri }
}
