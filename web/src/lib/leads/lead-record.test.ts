import { describe, expect, it } from 'vitest'
import { type LeadContext, type LeadInput, leadRecord } from './lead-record.ts'

const context: LeadContext = {
  now: new Date('2026-11-20T23:30:05.123Z'),
  random: (bytes) => Uint8Array.from({ length: bytes }, (_, index) => index + 10),
  pageUrl: 'https://vigie.example/signup?ref=ABC',
  timeZone: 'Europe/Paris',
}
const input: LeadInput = {
  firstName: 'Alix',
  lastName: 'Laurent',
  email: 'alix@example.org',
  phone: '+33612345678',
  product: 'freemium',
  qualified: false,
}

describe('the lead record', () => {
  it('[S-20] has exactly the fields of the specification, with these values for a free sign-up', () => {
    expect(leadRecord(input, context)).toStrictEqual({
      firstName: 'Alix',
      lastName: 'Laurent',
      email: 'alix@example.org',
      productRequested: 'freemium',
      timestamp: '2026-11-20T23:30:05.123Z',
      source: 'https://vigie.example/signup?ref=ABC',
      isQualified: false,
      is_qualified: false,
      username: 'user-0a0b0c0d0e',
      phone: '+33612345678',
      disclaimerAccepted: true,
      product_name: 'freemium',
      date_formatted: '21/11/2026',
      integration_id: 'lead-0a0b0c0d0e0f1011',
      make_sync: true,
      make_source: 'web-app',
      sheet_type: 'freemium',
      premium_flow: false,
      debug_timestamp: 1795217405123,
      format_version: '1.0',
    })
  })

  it('[S-20] marks a qualified premium request in every field that says so', () => {
    const record = leadRecord({ ...input, product: 'premium', qualified: true }, context)
    expect(record).toMatchObject({
      isQualified: true,
      is_qualified: true,
      sheet_type: 'premium',
      premium_flow: true,
      productRequested: 'premium',
      product_name: 'premium',
    })
  })

  it('[S-20] keeps a chosen username and a refused disclaimer as they are', () => {
    const record = leadRecord({ ...input, username: 'alix', disclaimerAccepted: false }, context)
    expect(record.username).toBe('alix')
    expect(record.disclaimerAccepted).toBe(false)
  })

  it('[S-20] reads the day in the zone of the visitor', () => {
    expect(leadRecord(input, { ...context, timeZone: 'America/New_York' }).date_formatted).toBe('20/11/2026')
  })
})
