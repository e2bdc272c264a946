import type { Catalog, CatalogColumn, CatalogRoutine } from './catalog-query.ts'
import { findRelationships, nameKey, type RelationName, type Relationship } from './relationships.ts'

/** The exposed part of the database as last introspected; requests are planned against it. */
export type SchemaCache = {
  /** Unique per load: part of the key of cached plans. */
  version: number
  relations: Map<string, Relation>
  relationships: Map<string, Relationship[]>
  /** Overloads of a function, fewest parameters first. */
  routines: Map<string, CatalogRoutine[]>
  roleSettings: Map<string, Record<string, string>>
  settings: Settings
  geojson: boolean
}

export type Relation = RelationName & {
  view: boolean
  comment: string | null
  insertable: boolean
  updatable: boolean
  deletable: boolean
  columns: Map<string, CatalogColumn>
  primaryKey: string[]
}

export type Settings = {
  schemas: string[]
  extraSearchPath: string[]
  maxRows: number | null
  aggregates: boolean
  plans: boolean
  transactionEnd: { default: 'commit' | 'rollback'; override: boolean }
  preRequest: RelationName | null
  openApi: boolean
}

/** Types of a single unnamed parameter that PostgREST supports. */
const UNNAMED_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea']

export function buildSchemaCache(catalog: Catalog, settings: Settings, version: number): SchemaCache {
  const { byOrigin, primaryKeys } = findRelationships(catalog, settings.schemas)
  const relations = new Map<string, Relation>()
  for (const found of catalog.relations) {
    if (!settings.schemas.includes(found.schema)) continue
    relations.set(nameKey(found), {
      schema: found.schema,
      name: found.name,
      view: found.kind === 'v' || found.kind === 'm',
      comment: found.comment,
      insertable: (found.abilities & 8) !== 0,
      updatable: (found.abilities & 4) !== 0,
      deletable: (found.abilities & 16) !== 0,
      columns: new Map(found.columns.map((column) => [column.name, column])),
      primaryKey: primaryKeys.get(found.oid) ?? [],
    })
  }
  const roleSettings = new Map<string, Record<string, string>>()
  for (const { role, name, value } of catalog.roleSettings) {
    roleSettings.set(role, { ...roleSettings.get(role), [name]: value })
  }
  return {
    version,
    relations,
    relationships: byOrigin,
    routines: Map.groupBy(catalog.routines.filter(callable), nameKey),
    roleSettings,
    settings,
    geojson: catalog.geojson,
  }
}

function callable({ parameters }: CatalogRoutine): boolean {
  const unnamed = parameters.filter(({ name }) => name === '')
  if (unnamed.length === 0) return true
  return parameters.length === 1 && UNNAMED_TYPES.includes(parameters[0]?.type ?? '')
}

/** Settings in the database (`alter role authenticator set pgrst.…`) override the project's configuration. */
export function effectiveSettings(base: Settings, configuration: Catalog['configuration']): Settings {
  const settings = { ...base }
  const list = (value: string) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  for (const { name, value } of configuration) {
    if (name === 'db_schemas' && list(value).length > 0) settings.schemas = list(value)
    else if (name === 'db_extra_search_path') settings.extraSearchPath = list(value)
    else if (name === 'db_max_rows') settings.maxRows = /^\d+$/.test(value) ? Number(value) : null
    else if (name === 'db_aggregates_enabled') settings.aggregates = isTrue(value)
    else if (name === 'db_plan_enabled') settings.plans = isTrue(value)
    else if (name === 'openapi_mode') settings.openApi = value !== 'disabled'
    else if (name === 'db_tx_end') {
      settings.transactionEnd = {
        default: value.startsWith('rollback') ? 'rollback' : 'commit',
        override: value.endsWith('-allow-override'),
      }
    } else if (name === 'db_pre_request' && value !== '') {
      const [first = '', second] = value.split('.')
      settings.preRequest = second
        ? { schema: first, name: second }
        : { schema: settings.schemas[0] as string, name: first }
    }
  }
  return settings
}

const isTrue = (value: string) => ['true', 'on', '1', 't', 'yes'].includes(value.toLowerCase())
