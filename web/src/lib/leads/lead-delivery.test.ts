import { describe, expect, it } from 'vitest'
import { type LeadEnvironment, recordLead } from './lead-delivery.ts'
import type { LeadInput } from './lead-record.ts'
import { KEPT, LEAD_BACKUP_KEY, leadBackups, USERS_KEY } from './lead-storage.ts'

const WEBHOOK = 'https://hook.example/lead'
const input: LeadInput & { password: string } = {
  firstName: 'Alix',
  lastName: 'Laurent',
  email: 'alix@example.org',
  phone: '',
  product: 'freemium',
  qualified: false,
  password: 'never kept anywhere',
}

type Sent = { url: string; init: RequestInit; after: number }

function place(overrides: Partial<LeadEnvironment> = {}) {
  const kept = new Map<string, string>()
  const sent: Sent[] = []
  let waited = 0
  let drawn = 0
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const environment: LeadEnvironment = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    random: (bytes) => new Uint8Array(bytes).fill(drawn++ % 256),
    pageUrl: 'https://vigie.example/signup',
    timeZone: 'Europe/Paris',
    fetch: async (url, init) => void sent.push({ url, init, after: waited }),
    storage: () => storage,
    wait: async (milliseconds) => {
      waited += milliseconds
    },
    webhook: WEBHOOK,
    ...overrides,
  }
  return { environment, kept, sent, storage }
}

describe('recording a lead', () => {
  it('[S-21] posts the record as JSON without CORS, then again a second later as attempt 2', async () => {
    const { environment, sent } = place()
    const { record, delivery } = recordLead(input, environment)
    expect(await delivery).toBe('sent')
    expect(sent.map(({ after }) => after)).toEqual([0, 1000])
    for (const { url, init } of sent) {
      expect(url).toBe(WEBHOOK)
      expect(init).toMatchObject({ method: 'POST', mode: 'no-cors' })
      expect(init.headers).toEqual({ 'Content-Type': 'application/json' })
    }
    expect(JSON.parse(String(sent[0]?.init.body))).toStrictEqual(record)
    expect(JSON.parse(String(sent[1]?.init.body))).toStrictEqual({ ...record, send_attempt: 2 })
  })

  it('[S-21] never reads the opaque answer', async () => {
    const answer = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : expect.unreachable()) })
    const { environment } = place({ fetch: async () => answer })
    expect(await recordLead(input, environment).delivery).toBe('sent')
  })

  it('[S-26] counts as sent when either attempt leaves, and as failed when neither does', async () => {
    let calls = 0
    const flaky = place({
      fetch: async () => {
        calls += 1
        if (calls === 1) throw new TypeError('Failed to fetch')
      },
    })
    expect(await recordLead(input, flaky.environment).delivery).toBe('sent')
    const offline = place({
      fetch: async () => {
        throw new TypeError('Failed to fetch')
      },
    })
    expect(await recordLead(input, offline.environment).delivery).toBe('failed')
  })

  it('sends nothing and still keeps the copy when no webhook is configured', async () => {
    const { environment, sent, storage } = place({ webhook: '' })
    const { delivery, stored } = recordLead(input, environment)
    expect(await delivery).toBe('not_configured')
    expect(stored).toBe(true)
    expect(sent).toEqual([])
    expect(leadBackups(storage)).toHaveLength(1)
  })

  it('[S-22] keeps a copy with its own time, platform and webhook', () => {
    const { environment, storage } = place()
    const { record } = recordLead(input, environment)
    expect(leadBackups(storage)).toStrictEqual([
      {
        ...record,
        backup_timestamp: '2026-11-21T10:00:00.000Z',
        integration_platform: 'make',
        webhook_url: WEBHOOK,
      },
    ])
  })

  it('[S-22] keeps the last hundred copies', () => {
    const { environment, storage } = place()
    for (let entry = 1; entry <= KEPT + 3; entry += 1) {
      recordLead({ ...input, firstName: `Alix ${entry}` }, environment)
    }
    const backups = leadBackups(storage)
    expect(backups).toHaveLength(100)
    expect(backups[0]?.firstName).toBe('Alix 4')
    expect(backups.at(-1)?.firstName).toBe('Alix 103')
  })

  it('[S-27] lists the person under users-data, once, and never a password', () => {
    const { environment, kept } = place()
    recordLead({ ...input, username: 'user-1' }, environment)
    recordLead({ ...input, username: 'user-1', firstName: 'Alexis' }, environment)
    expect(USERS_KEY).toBe('users-data')
    expect(JSON.parse(kept.get('users-data') ?? '')).toStrictEqual([
      {
        username: 'user-1',
        firstName: 'Alexis',
        lastName: 'Laurent',
        email: 'alix@example.org',
        phone: '',
        timestamp: '2026-11-21T10:00:00.000Z',
        sheet_type: 'freemium',
      },
    ])
    expect([...kept.values()].join()).not.toContain('never kept anywhere')
  })

  it('[S-23] says that nothing was stored when the browser refuses, and still sends', async () => {
    const { environment, sent } = place({
      storage: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const { stored, delivery } = recordLead(input, environment)
    expect(stored).toBe(false)
    expect(await delivery).toBe('sent')
    expect(sent).toHaveLength(2)
  })

  it('begins a new list when the old one cannot be read', () => {
    const { environment, kept, storage } = place()
    kept.set(LEAD_BACKUP_KEY, '{broken')
    kept.set(USERS_KEY, '"text"')
    expect(recordLead(input, environment).stored).toBe(true)
    expect(leadBackups(storage)).toHaveLength(1)
  })
})
