import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceAnswer, type ServiceStandIn, serviceStandIn } from '../../testing/service-stand-in.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const phone = '+33612345678'
const queued: ServiceAnswer = { status: 201, body: { sid: 'SM1', status: 'queued' } }
/** The code in the newest text message. */
const codeOf = ({ received }: ServiceStandIn) => {
  const { Body, text } = received.at(-1)?.form ?? {}
  return /\d{6}/.exec(Body ?? text ?? '')?.[0] as string
}

const twilio = (more = '') => `
[auth.sms]
enable_signup = true
enable_confirmations = true
max_frequency = "5s"
template = "{{ .Code }} est votre code Vigie."
${more}
[auth.sms.twilio]
enabled = true
account_sid = "AC1"
message_service_sid = "MG1"
auth_token = "secret token"
[auth.sms.test_otp]
33600000009 = "135790"
`

describe('text messages through Twilio', () => {
  let project: AuthProject
  let far: ServiceStandIn
  beforeAll(async () => {
    far = await serviceStandIn(() => queued)
    project = await authProject(twilio(), { fetch: far.fetch })
  })
  afterAll(async () => {
    await project.stop()
    await far.stop()
  })
  afterEach(() => {
    far.received.length = 0
    far.answer = () => queued
    project.wait(30)
  })

  it('[S-65] carry a code in the project’s own template, sent with the account SID and token', async () => {
    const client = project.client()
    const { data, error } = await client.auth.signInWithOtp({ phone })
    expect(error).toBeNull()
    expect(data.messageId).toBe('SM1')
    const [order] = far.received
    expect(order?.url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json')
    expect(order?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret token').toString('base64')}`)
    expect(order?.form).toEqual({
      To: phone,
      MessagingServiceSid: 'MG1',
      Body: expect.stringMatching(/^\d{6} est votre code Vigie\.$/),
    })
    const wrong = await client.auth.verifyOtp({ phone, token: '000000', type: 'sms' })
    expect([wrong.error?.status, wrong.error?.code]).toEqual([403, 'otp_expired'])
    const right = await client.auth.verifyOtp({ phone, token: codeOf(far), type: 'sms' })
    expect(right.error).toBeNull()
    expect(right.data.user).toMatchObject({ phone: '33612345678', phone_confirmed_at: expect.any(String) })
    const twice = await client.auth.verifyOtp({ phone, token: codeOf(far), type: 'sms' })
    expect(twice.error?.code).toBe('otp_expired')
  })

  it('are sent to WhatsApp when requested', async () => {
    await project.client().auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })
    expect(far.received[0]?.form.To).toBe(`whatsapp:${phone}`)
  })

  it('[S-60] confirm a sign-up, before which the password is refused', async () => {
    const client = project.client()
    const number = '+33622222222'
    const { data, error } = await client.auth.signUp({ phone: number, password })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    const early = await client.auth.signInWithPassword({ phone: number, password })
    expect(early.error?.code).toBe('phone_not_confirmed')
    project.wait(6)
    expect((await client.auth.resend({ type: 'sms', phone: number })).error).toBeNull()
    expect((await client.auth.verifyOtp({ phone: number, token: codeOf(far), type: 'sms' })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ phone: number, password })).error).toBeNull()
    const again = await client.auth.signUp({ phone: number, password })
    expect(again.data.user).toMatchObject({ phone: '33622222222', identities: [{ provider: 'phone' }] })
    expect(again.data.user?.id).not.toBe(data.user?.id)
  })

  it('change a number only after the new one is confirmed', async () => {
    const client = project.client()
    const email = 'mover@example.com'
    await client.auth.signUp({ email, password })
    const wanted = '+33633333333'
    const { data } = await client.auth.updateUser({ phone: wanted })
    expect(data.user).toMatchObject({ phone: '', new_phone: '33633333333' })
    const wrong = await client.auth.verifyOtp({ phone: wanted, token: '000000', type: 'phone_change' })
    expect(wrong.error?.code).toBe('otp_expired')
    const right = await client.auth.verifyOtp({ phone: wanted, token: codeOf(far), type: 'phone_change' })
    expect(right.data.user).toMatchObject({ phone: '33633333333' })
    expect((await client.auth.getUser()).data.user?.new_phone).toBeUndefined()
  })

  it('expire after ten minutes when the project says so', async () => {
    const client = project.client()
    await client.auth.signInWithOtp({ phone: '+33644444444' })
    project.wait(3601)
    const late = await client.auth.verifyOtp({ phone: '+33644444444', token: codeOf(far), type: 'sms' })
    expect(late.error?.code).toBe('otp_expired')
  })

  it('are retried twice when the provider fails, and not when it refuses', async () => {
    far.answer = () => ({ status: 503, body: 'busy' })
    const busy = await project.client().auth.signInWithOtp({ phone: '+33655555551' })
    expect([busy.error?.status, busy.error?.code]).toEqual([422, 'sms_send_failed'])
    expect(far.received).toHaveLength(3)
    far.received.length = 0
    far.answer = () => ({ status: 400, body: { code: 21211 } })
    const refused = await project.client().auth.signInWithOtp({ phone: '+33655555552' })
    expect(refused.error?.code).toBe('sms_send_failed')
    expect(refused.error?.message).not.toContain('secret token')
    expect(far.received).toHaveLength(1)
    far.received.length = 0
    far.answer = () => 'hang up'
    expect((await project.client().auth.signInWithOtp({ phone: '+33655555553' })).error?.code).toBe(
      'sms_send_failed',
    )
    expect(far.received).toHaveLength(3)
  })

  it('are not sent to numbers of the test list, whose code is fixed', async () => {
    const client = project.client()
    const { data } = await client.auth.signInWithOtp({ phone: '+33600000009' })
    expect(data.messageId).toBe('test-otp')
    expect(far.received).toEqual([])
    expect(
      (await client.auth.verifyOtp({ phone: '+33600000009', token: '135790', type: 'sms' })).error,
    ).toBeNull()
  })

  it('respect the minimum interval, and ten an hour for one number', async () => {
    const number = '+33666666666'
    const ask = async () => (await project.client().auth.signInWithOtp({ phone: number })).error
    expect(await ask()).toBeNull()
    expect((await ask())?.message).toBe('For security purposes, you can only request this after 5 seconds.')
    const codes = []
    for (let round = 0; round < 10; round++) {
      project.wait(6)
      codes.push((await ask())?.code)
    }
    expect(codes.at(-1)).toBe('over_sms_send_rate_limit')
  })

  it('create no account when create_user is false', async () => {
    const { error } = await project
      .client()
      .auth.signInWithOtp({ phone: '+33677777777', options: { shouldCreateUser: false } })
    expect(error?.code).toBe('otp_disabled')
    expect(far.received).toEqual([])
  })
})

it('text messages through Vonage are judged by the body of its answer, not by the status', async () => {
  const far = await serviceStandIn(() => ({ body: { messages: [{ status: '0', 'message-id': 'V1' }] } }))
  const project = await authProject(
    `[auth.sms]\nenable_signup = true\n[auth.sms.vonage]\nenabled = true\nfrom = "Vigie"\napi_key = "key"\napi_secret = "very secret"`,
    { fetch: far.fetch },
  )
  expect((await project.client().auth.signInWithOtp({ phone })).data.messageId).toBe('V1')
  expect(far.received[0]).toMatchObject({
    url: 'https://rest.nexmo.com/sms/json',
    form: { from: 'Vigie', to: '33612345678', api_key: 'key', api_secret: 'very secret', type: 'unicode' },
  })
  far.answer = () => ({ body: { messages: [{ status: '4', 'error-text': 'Bad credentials' }] } })
  const { error } = await project.client().auth.signInWithOtp({ phone: '+33612345679' })
  expect(error?.code).toBe('sms_send_failed')
  const { body: offered } = await project.call('GET', '/settings')
  expect(offered).toMatchObject({ sms_provider: 'vonage', external: { phone: true } })
  await project.stop()
  await far.stop()
})

it.each([
  ['nothing that carries a code', '', false],
  ['a number with a fixed code', '[auth.sms.test_otp]\n33612345678 = "424242"', true],
])('with %s, phone sign-in is offered accordingly', async (_name, toml, offered) => {
  const project = await authProject(`[auth.sms]\nenable_signup = true\n${toml}`)
  expect((await project.call('GET', '/settings')).body.external).toMatchObject({ phone: offered })
  await project.stop()
})
