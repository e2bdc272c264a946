/** The response formats selected by the `Accept` header. */
export type PlanOptions = { format: 'text' | 'json'; options: string[] }

export type MediaType =
  | { kind: 'any' | 'json' | 'csv' | 'geojson' | 'openapi' }
  | { kind: 'object' | 'array'; stripNulls: boolean }
  | { kind: 'plan'; plan: PlanOptions; of: 'array' | 'object'; stripNulls: boolean; forType: string }
  | { kind: 'other'; name: string }

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** The acceptable types, best first. Without the header, any type. */
export function parseAccept(header: string | undefined): { type: MediaType; name: string }[] {
  if (header === undefined || header.trim() === '') return [{ type: { kind: 'any' }, name: '*/*' }]
  return splitList(header, ',')
    .map((entry) => {
      const [name = '', ...parameters] = splitList(entry, ';')
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))
      const others = parameters.filter((parameter) => parameter !== quality)
      return {
        type: mediaType(name.toLowerCase(), others),
        name: name.toLowerCase(),
        quality: quality ? Number(quality.slice(2)) || 0 : 1,
      }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
}

function mediaType(name: string, parameters: string[]): MediaType {
  const stripNulls = parameters.some((parameter) => parameter.replaceAll(' ', '') === 'nulls=stripped')
  switch (name) {
    case '*/*':
      return { kind: 'any' }
    case 'application/json':
      return { kind: 'json' }
    case 'text/csv':
      return { kind: 'csv' }
    case 'application/geo+json':
      return { kind: 'geojson' }
    case 'application/openapi+json':
      return { kind: 'openapi' }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', stripNulls }
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { kind: 'array', stripNulls }
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return planType('text', parameters)
    case 'application/vnd.pgrst.plan+json':
      return planType('json', parameters)
  }
  return { kind: 'other', name }
}

function planType(format: PlanOptions['format'], parameters: string[]): MediaType {
  const value = (key: string) =>
    parameters
      .find((parameter) => parameter.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll('"', '')
  const [inner] = parseAccept(value('for') ?? 'application/json')
  const options = (value('options') ?? '').split('|').filter((option) => PLAN_OPTIONS.includes(option))
  const single = inner?.type.kind === 'object'
  const stripNulls = inner !== undefined && 'stripNulls' in inner.type && inner.type.stripNulls
  return {
    kind: 'plan',
    plan: { format, options },
    of: single ? 'object' : 'array',
    stripNulls,
    forType: value('for') ?? 'application/json',
  }
}

/** Splits at a separator outside double quotes. */
function splitList(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = ['']
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (character === separator && !quoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The `Content-Type` header of a response in this form. */
export function contentType(type: MediaType): string {
  switch (type.kind) {
    case 'csv':
      return 'text/csv; charset=utf-8'
    case 'geojson':
      return 'application/geo+json; charset=utf-8'
    case 'openapi':
      return 'application/openapi+json; charset=utf-8'
    case 'object':
    case 'array': {
      if (type.kind === 'array' && !type.stripNulls) return 'application/json; charset=utf-8'
      const nulls = type.stripNulls ? '; nulls=stripped' : ''
      return `application/vnd.pgrst.${type.kind}+json${nulls}; charset=utf-8`
    }
    case 'plan': {
      const options = type.plan.options.length > 0 ? `; options=${type.plan.options.join('|')}` : ''
      return `application/vnd.pgrst.plan+${type.plan.format}; for="${type.forType.replace(/[^\x21-\x7e]|"/g, '')}"${options}; charset=utf-8`
    }
    default:
      return 'application/json; charset=utf-8'
  }
}
