import { type Fragment, sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { type Random, uuid } from '../secrets.ts'
import { insertRow, jsonRow, updateRow } from './rows.ts'

/** Maps assertion attributes to claims: `{keys: {department: {name: "ou"}}}`. */
export type AttributeMapping = {
  keys?: Record<string, { name?: string; names?: string[]; default?: unknown; array?: boolean }>
}

/** An organisation's identity provider: rows of `sso_providers`, `saml_providers` and `sso_domains`. */
export type SsoProvider = {
  id: string
  resource_id: string | null
  disabled: boolean | null
  created_at: string
  updated_at: string
  saml: {
    entity_id: string
    metadata_xml: string
    metadata_url: string | null
    attribute_mapping: AttributeMapping | null
    name_id_format: string | null
  }
  domains: { id: string; domain: string; created_at: string; updated_at: string }[]
}

const whole = sql`to_jsonb(p) || jsonb_build_object(
  'saml', (select to_jsonb(s) - '{id,sso_provider_id,created_at,updated_at}'::text[] from auth.saml_providers s where s.sso_provider_id = p.id),
  'domains', coalesce((select jsonb_agg(to_jsonb(d) - 'sso_provider_id'::text order by d.domain) from auth.sso_domains d where d.sso_provider_id = p.id), '[]'::jsonb)
)`

const find = async (query: Query, condition: Fragment): Promise<SsoProvider | null> =>
  jsonRow(
    await query(sql`
    select ${whole} from auth.sso_providers p
    where ${condition} and exists (select from auth.saml_providers s where s.sso_provider_id = p.id) limit 1`),
  )

export const findSsoProvider = (query: Query, id: string) => find(query, sql`p.id = ${id}::uuid`)

export const findSsoProviderByDomain = (query: Query, domain: string) =>
  find(
    query,
    sql`exists (select from auth.sso_domains d where d.sso_provider_id = p.id and lower(d.domain) = lower(${domain}))`,
  )

export async function listSsoProviders(query: Query, resourceId: string | null): Promise<SsoProvider[]> {
  const only = resourceId === null ? sql`true` : sql`lower(p.resource_id) = lower(${resourceId})`
  const rows = await query(sql`
    select coalesce(jsonb_agg(${whole} order by p.created_at, p.id), '[]'::jsonb) from auth.sso_providers p
    where ${only} and exists (select from auth.saml_providers s where s.sso_provider_id = p.id)`)
  return jsonRow<SsoProvider[]>(rows) ?? []
}

export async function insertSsoProvider(query: Query, random: Random, provider: SsoProvider): Promise<void> {
  const { saml, domains, ...row } = provider
  const times = { created_at: row.created_at, updated_at: row.updated_at }
  await insertRow(query, 'sso_providers', row)
  await insertRow(query, 'saml_providers', { id: uuid(random), sso_provider_id: row.id, ...saml, ...times })
  for (const domain of domains) await insertRow(query, 'sso_domains', { ...domain, sso_provider_id: row.id })
}

/** Replaces the provider's stored state. */
export async function replaceSsoProvider(
  query: Query,
  { saml, domains, ...row }: SsoProvider,
): Promise<void> {
  await updateRow(query, 'sso_providers', row.id, row)
  await query(sql`
    update auth.saml_providers s set metadata_xml = r.metadata_xml, metadata_url = r.metadata_url,
      attribute_mapping = r.attribute_mapping, name_id_format = r.name_id_format, updated_at = ${row.updated_at}::timestamptz
    from jsonb_populate_record(null::auth.saml_providers, ${JSON.stringify(saml)}::jsonb) r
    where s.sso_provider_id = ${row.id}::uuid`)
  await query(sql`delete from auth.sso_domains where sso_provider_id = ${row.id}::uuid`)
  for (const domain of domains) await insertRow(query, 'sso_domains', { ...domain, sso_provider_id: row.id })
}

/** Deletes the provider with its domains, metadata and pending sign-ins; its accounts remain. */
export async function deleteSsoProvider(query: Query, id: string): Promise<void> {
  await query(sql`delete from auth.sso_providers where id = ${id}::uuid`)
}
