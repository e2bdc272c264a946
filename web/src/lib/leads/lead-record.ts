// Owns the lead record: its exact fields (docs/spec.md S-20) and nothing about its delivery. It never holds a password.

/** The page that made the record. The operator's automations depend on this value, so it never changes. */
export const MAKE_SOURCE = 'web-app'
export const FORMAT_VERSION = '1.0'

/** Time, randomness and place are passed in, so that a record can be reproduced exactly. */
export type LeadContext = {
  now: Date
  /** Returns that many random bytes. */
  random: (bytes: number) => Uint8Array
  /** The address of the visitor's page. */
  pageUrl: string
  /** The IANA zone of the day in `date_formatted`. */
  timeZone: string
}

export type LeadInput = {
  firstName: string
  lastName: string
  email: string
  phone: string
  product: string
  qualified: boolean
  username?: string
  disclaimerAccepted?: boolean
}

export type LeadRecord = {
  firstName: string
  lastName: string
  email: string
  productRequested: string
  timestamp: string
  source: string
  isQualified: boolean
  is_qualified: boolean
  username: string
  phone: string
  disclaimerAccepted: boolean
  product_name: string
  date_formatted: string
  integration_id: string
  make_sync: true
  make_source: string
  sheet_type: 'premium' | 'freemium'
  premium_flow: boolean
  debug_timestamp: number
  format_version: string
}

/** The record of one visitor's request. `timestamp` is ISO 8601 in UTC; `debug_timestamp` is the same moment in milliseconds. */
export function leadRecord(input: LeadInput, context: LeadContext): LeadRecord {
  const { now, random, pageUrl, timeZone } = context
  return {
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    productRequested: input.product,
    timestamp: now.toISOString(),
    source: pageUrl,
    isQualified: input.qualified,
    is_qualified: input.qualified,
    username: input.username ?? generatedUsername(random),
    phone: input.phone,
    disclaimerAccepted: input.disclaimerAccepted ?? true,
    product_name: input.product,
    date_formatted: dayMonthYear(now, timeZone),
    integration_id: `lead-${hex(random(8))}`,
    make_sync: true,
    make_source: MAKE_SOURCE,
    sheet_type: input.qualified ? 'premium' : 'freemium',
    premium_flow: input.product !== 'freemium',
    debug_timestamp: now.getTime(),
    format_version: FORMAT_VERSION,
  }
}

/** A name for a member who has not chosen one: `user-` and ten hexadecimal digits. */
export function generatedUsername(random: (bytes: number) => Uint8Array): string {
  return `user-${hex(random(5))}`
}

function dayMonthYear(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  return format.format(at)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
