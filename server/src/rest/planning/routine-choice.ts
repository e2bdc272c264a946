import { ApiError } from '../../http/api-error.ts'
import { similarName } from '../reading/similar-name.ts'
import type { CatalogRoutine } from './catalog-query.ts'
import { nameKey, type RelationName } from './relationships.ts'
import type { SchemaCache } from './schema-cache.ts'

/** What a call provides: argument names and, for POST, the kind of body. */
export type Offer = { names: string[]; body: 'json' | 'text' | 'xml' | 'bytea' | 'form' | null }

const ACCEPTED: Record<string, string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytea: ['bytea'],
}

/** The overload that fits the arguments. Throws PGRST202 for none, PGRST203 for several. */
export function chooseRoutine(cache: SchemaCache, name: RelationName, offer: Offer): CatalogRoutine {
  const overloads = cache.routines.get(nameKey(name)) ?? []
  const named = overloads.filter((routine) => fits(routine, offer))
  const candidates = named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, offer))
  const [only, ...others] = candidates
  if (only && others.length === 0) return only
  if (only) throw ambiguous(candidates)
  throw notFound(cache, name, offer, overloads)
}

const isRaw = ({ body }: Offer) => body === 'text' || body === 'xml' || body === 'bytea'

function fits({ parameters }: CatalogRoutine, offer: Offer): boolean {
  if (isRaw(offer)) return false
  const known = parameters.map(({ name }) => name)
  return (
    offer.names.every((name) => known.includes(name)) &&
    parameters.every(({ name, required }) => !required || offer.names.includes(name))
  )
}

function takesBody({ parameters }: CatalogRoutine, { body }: Offer): boolean {
  const [parameter, ...others] = parameters
  if (!parameter || others.length > 0 || parameter.name !== '' || body === null) return false
  return ACCEPTED[body]?.includes(parameter.type) ?? false
}

function ambiguous(candidates: CatalogRoutine[]): ApiError {
  const signatures = candidates.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
    return `${schema}.${name}(${list.join(', ')})`
  })
  return new ApiError(
    'PGRST203',
    300,
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function notFound(
  cache: SchemaCache,
  { schema, name }: RelationName,
  offer: Offer,
  overloads: CatalogRoutine[],
): ApiError {
  const names = offer.names.toSorted()
  const listed = names.length === 0 ? ' without parameters' : `(${names.join(', ')})`
  const searched =
    names.length === 0
      ? ' without parameters'
      : ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
  const unnamed = { json: ' or with a single unnamed json/jsonb parameter' }
  const details = isRaw(offer)
    ? ` with a single unnamed ${offer.body} parameter`
    : `${searched}${offer.body === 'json' ? unnamed.json : ''}`
  return new ApiError(
    'PGRST202',
    404,
    `Could not find the function ${schema}.${name}${isRaw(offer) ? '' : listed} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${details}, but no matches were found in the schema cache.`,
      hint: isRaw(offer) ? null : suggestion(cache, { schema, name }, names, overloads),
    },
  )
}

function suggestion(
  cache: SchemaCache,
  { schema, name }: RelationName,
  names: string[],
  overloads: CatalogRoutine[],
): string | null {
  const start = `Perhaps you meant to call the function ${schema}.`
  if (overloads.length > 0) {
    const list = (parameters: string[]) => `(${parameters.toSorted().join(', ')})`
    const lists = overloads.map(({ parameters }) => list(parameters.map((parameter) => parameter.name)))
    const similar = similarName(list(names), lists, 0.33)
    return similar && `${start}${name}${similar}`
  }
  const known = [...cache.routines.values()].flatMap(([first]) =>
    first && first.schema === schema ? [first.name] : [],
  )
  const similar = similarName(name, known, 0.75)
  return similar && `${start}${similar}`
}
