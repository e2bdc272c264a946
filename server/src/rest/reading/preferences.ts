/** Parses the `Prefer` header. Unknown preferences are kept for `handling=strict`. */
export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  return: 'minimal' | 'headers-only' | 'representation' | null
  count: 'exact' | 'planned' | 'estimated' | null
  tx: 'commit' | 'rollback' | null
  handling: 'strict' | 'lenient' | null
  timezone: string | null
  maxAffected: number | null
  invalid: string[]
}

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

/** The first preference of each kind counts. Never throws: strictness is applied later. */
export function parsePreferences(header: string): Preferences {
  const preferences: Preferences = {
    resolution: null,
    missing: null,
    return: null,
    count: null,
    tx: null,
    handling: null,
    timezone: null,
    maxAffected: null,
    invalid: [],
  }
  for (const entry of header.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const equals = entry.indexOf('=')
    const name = entry.slice(0, equals).trim()
    const value = entry.slice(equals + 1).trim()
    if (equals === -1 || !apply(preferences, name, value)) preferences.invalid.push(entry)
  }
  return preferences
}

function apply(preferences: Preferences, name: string, value: string): boolean {
  if (Object.hasOwn(CHOICES, name)) {
    const kind = name as keyof typeof CHOICES
    if (!(CHOICES[kind] as readonly string[]).includes(value)) return false
    preferences[kind] ??= value as never
    return true
  }
  if (name === 'timezone') {
    if (!isTimeZone(value)) return false
    preferences.timezone ??= value
    return true
  }
  if (name === 'max-affected' && /^\d+$/.test(value)) {
    preferences.maxAffected ??= Number(value)
    return true
  }
  return false
}

/** Names only: PostgreSQL reads an offset such as `+02:00` with the opposite sign. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The kinds of request that preferences apply to. */
export type Applied = 'read' | 'insert' | 'update' | 'upsert' | 'delete' | 'call'

/** The `Preference-Applied` header, or null when none was applied. */
export function preferenceApplied(
  preferences: Preferences,
  kind: Applied,
  options: { transactionEndAllowed: boolean },
): string | null {
  const inserts = kind === 'insert'
  const writes = kind !== 'read' && kind !== 'call'
  const strict = preferences.handling === 'strict'
  const limited = kind === 'update' || kind === 'delete' || kind === 'call'
  const applied = [
    inserts && preferences.resolution && `resolution=${preferences.resolution}`,
    (inserts || kind === 'update') && preferences.missing && `missing=${preferences.missing}`,
    writes && preferences.return && `return=${preferences.return}`,
    preferences.count && `count=${preferences.count}`,
    options.transactionEndAllowed && preferences.tx && `tx=${preferences.tx}`,
    preferences.handling && `handling=${preferences.handling}`,
    preferences.timezone && `timezone=${preferences.timezone}`,
    strict && limited && preferences.maxAffected !== null && `max-affected=${preferences.maxAffected}`,
  ].filter((entry) => typeof entry === 'string')
  return applied.length === 0 ? null : applied.join(', ')
}
