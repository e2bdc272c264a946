import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProvider } from '../../testing/identity-provider.ts'
import { selfSigned } from '../../testing/self-signed.ts'
import { type StandIn, standIn } from '../../testing/stand-in.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

const NEW = { 'x-supabase-api-version': '2024-01-01' }
const idp = identityProvider('https://idp.example.com')

let project: AuthProject
let published: StandIn
beforeAll(async () => {
  published = await standIn()
  project = await authProject(`[auth.saml]\nenabled = true\nmetadata_origins = ["${published.http}"]`)
  const body = { type: 'saml', metadata_xml: idp.metadata, domains: ['corp.example'] }
  expect((await admin('POST', '', body)).status).toBe(201)
})
afterAll(async () => {
  await project.stop()
  await published.stop()
})

const admin = (method: string, path: string, body?: unknown) =>
  project.call(method, `/admin/sso/providers${path}`, body, {
    ...NEW,
    authorization: `Bearer ${project.serviceRoleKey}`,
  })

describe('/admin/sso/providers', () => {
  const second = identityProvider('https://second.example.com', selfSigned('second'))

  it('is restricted to the service role', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/x'],
      ['PUT', '/x'],
      ['DELETE', '/x'],
    ] as const) {
      const answer = await project.call(
        method,
        `/admin/sso/providers${path}`,
        method === 'GET' ? undefined : {},
        NEW,
      )
      expect([answer.status, answer.body.code]).toEqual([403, 'not_admin'])
    }
  })

  it('creates, lists, updates and deletes a provider', async () => {
    const made = await admin('POST', '', {
      type: 'saml',
      metadata_xml: second.metadata,
      domains: ['Second.Example'],
      resource_id: 'second',
    })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        resource_id: 'second',
        disabled: false,
        saml: { entity_id: second.entityId, metadata_url: null },
        domains: [{ domain: 'second.example' }],
      },
    ])
    const path = `/${made.body.id}`
    expect((await admin('GET', path)).body).toMatchObject({
      id: made.body.id,
      saml: { metadata_xml: second.metadata },
    })
    const { body } = await admin('GET', '?resource_id=SECOND')
    expect(body.items).toMatchObject([{ id: made.body.id }])
    const changed = await admin('PUT', path, {
      domains: ['third.example'],
      attribute_mapping: { keys: { a: { default: 1 } } },
    })
    expect(changed.body).toMatchObject({
      domains: [{ domain: 'third.example' }],
      saml: { attribute_mapping: { keys: { a: { default: 1 } } } },
    })
    expect((await admin('GET', path)).body).toMatchObject({
      domains: [{ domain: 'third.example' }],
      resource_id: 'second',
    })
    const mismatch = await admin('PUT', path, { metadata_xml: idp.metadata })
    expect([mismatch.status, mismatch.body.code]).toEqual([400, 'saml_entity_id_mismatch'])
    expect((await admin('DELETE', path)).body.id).toBe(made.body.id)
    const gone = await admin('GET', path)
    expect([gone.status, gone.body.code]).toEqual([404, 'sso_provider_not_found'])
  })

  it('refuses a domain or entity that another provider has', async () => {
    const same = await admin('POST', '', { type: 'saml', metadata_xml: idp.metadata })
    expect([same.status, same.body.code]).toEqual([422, 'saml_idp_already_exists'])
    const domain = await admin('POST', '', {
      type: 'saml',
      metadata_xml: second.metadata,
      domains: ['CORP.example'],
    })
    expect([domain.status, domain.body.code]).toEqual([400, 'sso_domain_already_exists'])
  })

  it.each([
    [{ type: 'oidc' }, "Only 'saml' supported for SSO provider type"],
    [{ type: 'saml' }, 'Either metadata_xml or metadata_url must be set'],
    [
      { type: 'saml', metadata_xml: 'x', metadata_url: 'https://a.example' },
      'Only one of metadata_xml or metadata_url needs to be set',
    ],
    [{ type: 'saml', metadata_url: 'http://a.example' }, 'metadata_url is not a HTTPS URL'],
    [{ type: 'saml', metadata_xml: 'x' }, /^SAML Metadata cannot be used/],
    [{ type: 'saml', metadata_xml: '<!DOCTYPE a><a/>' }, /has a DTD/],
    [
      { type: 'saml', metadata_xml: second.metadata.replace('HTTP-Redirect', 'SOAP') },
      /no HTTP-Redirect sign-on address/,
    ],
    [
      { type: 'saml', metadata_xml: second.metadata.replace(/<KeyDescriptor.*<\/KeyDescriptor>/, '') },
      /no signing certificate/,
    ],
    [
      {
        type: 'saml',
        metadata_xml: second.metadata.replace(
          '<EntityDescriptor',
          '<EntityDescriptor validUntil="2020-01-01T00:00:00Z"',
        ),
      },
      /no longer valid/,
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await admin('POST', '', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.message).toMatch(message)
  })

  it('fetches metadata only from allowed addresses, never from the private network', async () => {
    published.answer = () => ({ body: second.metadata })
    const made = await admin('POST', '', { type: 'saml', metadata_url: `${published.http}/metadata` })
    expect([made.status, made.body.saml]).toMatchObject([
      201,
      { entity_id: second.entityId, metadata_url: `${published.http}/metadata` },
    ])
    await admin('DELETE', `/${made.body.id}`)
    published.answer = () => ({ status: 500, body: '' })
    for (const url of [
      `${published.http}/metadata`,
      'https://127.0.0.1:1/',
      'https://localhost:1/',
      'https://10.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
    ]) {
      const answer = await admin('POST', '', { type: 'saml', metadata_url: url })
      expect([answer.status, answer.body.code]).toEqual([400, 'saml_metadata_fetch_failed'])
    }
  })
})
