import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid, requireAdmin } from '../caller.ts'
import { authError, invalid } from '../errors.ts'
import { createOutgoing } from '../external/outgoing.ts'
import { optionalText, queryValue, readBody } from '../request-body.ts'
import { type IdpMetadata, readIdpMetadata } from '../saml/metadata.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import {
  deleteSsoProvider,
  findSsoProvider,
  insertSsoProvider,
  listSsoProviders,
  replaceSsoProvider,
  type SsoProvider,
} from '../store/sso-providers.ts'

const mapping = z.object({
  keys: z
    .record(
      z.string().max(100),
      z.object({
        name: z.string().optional(),
        names: z.array(z.string()).optional(),
        default: z.unknown().optional(),
        array: z.boolean().optional(),
      }),
    )
    .default({}),
})

const shape = z.object({
  type: optionalText,
  resource_id: optionalText,
  disabled: z.boolean().nullish(),
  metadata_xml: optionalText,
  metadata_url: optionalText,
  domains: z.array(z.string().trim().toLowerCase().min(1).max(255)).max(100).nullish(),
  attribute_mapping: mapping.nullish(),
  name_id_format: optionalText,
})

type Body = z.output<typeof shape>
type WithId = { Params: { id: string } }

/** /admin/sso/providers: organisations whose members sign in with their own identity provider. */
export function adminSsoProviders(app: FastifyInstance, service: Service): void {
  const { database } = service
  app.get('/admin/sso/providers', async (request) => {
    await requireAdmin(service, request)
    return { items: await listSsoProviders(database.query, queryValue(request, 'resource_id')) }
  })

  app.post('/admin/sso/providers', async (request, reply) => {
    await requireAdmin(service, request)
    const body = readBody(request, shape)
    if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
    if (!body.metadata_xml && !body.metadata_url) {
      throw invalid('Either metadata_xml or metadata_url must be set')
    }
    const { xml, idp } = await metadataOf(service, body)
    const now = nowText(service)
    const provider = {
      ...changed(service, blank(uuid(service.context.random), now, idp.entityId), body, now),
      saml: { ...samlOf(body, null), entity_id: idp.entityId, metadata_xml: xml },
    }
    await saving(idp.entityId, () =>
      database.transaction((query) => insertSsoProvider(query, service.context.random, provider)),
    )
    return reply.code(201).send(provider)
  })

  app.get<WithId>('/admin/sso/providers/:id', (request) => known(service, request))

  app.put<WithId>('/admin/sso/providers/:id', async (request) => {
    const before = await known(service, request)
    const body = readBody(request, shape)
    if (body.type && body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
    const fresh = body.metadata_xml || body.metadata_url ? await metadataOf(service, body) : null
    const entity = before.saml.entity_id
    if (fresh && fresh.idp.entityId !== entity) {
      const words = `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${entity}' but got '${fresh.idp.entityId}'`
      throw authError('saml_entity_id_mismatch', words)
    }
    const provider = {
      ...changed(service, before, body, nowText(service)),
      saml: {
        ...samlOf(body, before),
        entity_id: entity,
        metadata_xml: fresh?.xml ?? before.saml.metadata_xml,
        metadata_url: fresh ? body.metadata_url : before.saml.metadata_url,
      },
    }
    await saving(entity, () => database.transaction((query) => replaceSsoProvider(query, provider)))
    return provider
  })

  app.delete<WithId>('/admin/sso/providers/:id', async (request) => {
    const provider = await known(service, request)
    await deleteSsoProvider(database.query, provider.id)
    return provider
  })
}

async function known(service: Service, request: FastifyRequest<WithId>): Promise<SsoProvider> {
  await requireAdmin(service, request)
  const { id } = request.params
  const found = isUuid(id) ? await findSsoProvider(service.database.query, id) : null
  if (!found) throw authError('sso_provider_not_found')
  return found
}

/** The metadata as given, or fetched now. Later changes at the URL take effect only with another PUT. */
async function metadataOf(service: Service, body: Body): Promise<{ xml: string; idp: IdpMetadata }> {
  const { metadata_xml: given, metadata_url: url } = body
  if (given && url) throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  const xml = given ?? (await fetched(service, url as string))
  try {
    return { xml, idp: readIdpMetadata(xml, service.context.now()) }
  } catch (error) {
    throw invalid(`SAML Metadata cannot be used: ${(error as Error).message}`)
  }
}

async function fetched({ settings }: Service, url: string): Promise<string> {
  const origins = settings.saml.metadata_origins
  const own = URL.canParse(url) && origins.some((origin) => new URL(origin).origin === new URL(url).origin)
  if (!own && !(URL.canParse(url) && url.startsWith('https://'))) {
    throw invalid('metadata_url is not a HTTPS URL')
  }
  try {
    const { status, text } = await createOutgoing(origins)(url, { headers: { accept: 'application/xml' } })
    if (status !== 200) throw new Error(`status ${status}`)
    return text.replaceAll('\0', '').toWellFormed()
  } catch (cause) {
    throw authError('saml_metadata_fetch_failed', undefined, { cause })
  }
}

const blank = (id: string, now: string, entityId: string): SsoProvider => ({
  id,
  resource_id: null,
  disabled: false,
  created_at: now,
  updated_at: now,
  saml: {
    entity_id: entityId,
    metadata_xml: '',
    metadata_url: null,
    attribute_mapping: null,
    name_id_format: null,
  },
  domains: [],
})

function changed({ context }: Service, before: SsoProvider, body: Body, now: string): SsoProvider {
  const stays = new Map(before.domains.map((entry) => [entry.domain, entry]))
  const domains = [...new Set(body.domains ?? before.domains.map(({ domain }) => domain))]
  return {
    ...before,
    resource_id: body.resource_id ?? before.resource_id,
    disabled: body.disabled ?? before.disabled,
    updated_at: now,
    domains: domains.map(
      (domain) => stays.get(domain) ?? { id: uuid(context.random), domain, created_at: now, updated_at: now },
    ),
  }
}

const samlOf = (body: Body, before: SsoProvider | null) => ({
  metadata_url: body.metadata_url,
  attribute_mapping: (body.attribute_mapping ??
    before?.saml.attribute_mapping ??
    null) as SsoProvider['saml']['attribute_mapping'],
  name_id_format: body.name_id_format ?? before?.saml.name_id_format ?? null,
})

/** Reports which unique value another provider already has. */
async function saving(entityId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'saml_providers_entity_id_key') {
      const words = `SAML Identity Provider with this EntityID (${entityId}) already exists`
      throw authError('saml_idp_already_exists', words)
    }
    if (constraint === 'sso_domains_domain_idx') throw authError('sso_domain_already_exists')
    if (constraint === 'sso_providers_resource_id_idx') throw invalid('resource_id is already in use')
    throw error
  }
}
