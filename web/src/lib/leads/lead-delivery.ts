// Owns the browser's delivery of a lead: stored here first, then sent twice to the operator's webhook. No failure here may
// undo or delay a sign-up; the server delivers its own copy from a durable queue.
import { type LeadContext, type LeadInput, type LeadRecord, leadRecord } from './lead-record.ts'
import { backUpLead, rememberUser } from './lead-storage.ts'

/** In milliseconds, between the first send and the second. */
export const SECOND_SEND_AFTER = 1000

export type LeadEnvironment = Omit<LeadContext, 'now'> & {
  now: () => Date
  fetch: (url: string, init: RequestInit) => Promise<unknown>
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  wait: (milliseconds: number) => Promise<void>
  /** The webhook for leads; empty if the operator has set none, and then nothing is sent. */
  webhook: string
}

export type Delivery = 'sent' | 'failed' | 'not_configured'

export type RecordedLead = {
  record: LeadRecord
  /** False if the browser refused to store the copy. */
  stored: boolean
  /** Settles after both sends; it never rejects. */
  delivery: Promise<Delivery>
}

/** Records a lead: builds it, stores a copy, and starts both sends without waiting for them. */
export function recordLead(input: LeadInput, environment: LeadEnvironment): RecordedLead {
  const now = environment.now()
  const record = leadRecord(input, { ...environment, now })
  return {
    record,
    stored: keepCopy(record, now, environment),
    delivery: environment.webhook ? sendTwice(record, environment) : Promise.resolve('not_configured'),
  }
}

function keepCopy(record: LeadRecord, now: Date, environment: LeadEnvironment): boolean {
  try {
    const storage = environment.storage()
    backUpLead(storage, record, now, environment.webhook)
    rememberUser(storage, record)
    return true
  } catch {
    // The result reports it: the caller tells the visitor, and the lead is still sent.
    return false
  }
}

async function sendTwice(record: LeadRecord, environment: LeadEnvironment): Promise<Delivery> {
  const first = await reached(environment, record)
  await environment.wait(SECOND_SEND_AFTER)
  const second = await reached(environment, { ...record, send_attempt: 2 })
  return first || second ? 'sent' : 'failed'
}

/** Whether the request was sent. In no-cors mode the answer is opaque and is not read. */
async function reached(environment: LeadEnvironment, body: object): Promise<boolean> {
  try {
    await environment.fetch(environment.webhook, {
      method: 'POST',
      mode: 'no-cors',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return true
  } catch {
    return false
  }
}

/** The environment of a real page. */
export function browserLeadEnvironment(webhook: string): LeadEnvironment {
  return {
    now: () => new Date(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    pageUrl: location.href,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    fetch: (url, init) => fetch(url, init),
    storage: () => localStorage,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    webhook,
  }
}
