import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, table } from '../statistics.ts'
import { PASSWORD, startAuthServer } from './auth-server.ts'

/** Whether response times reveal that an address has an account. Both kinds alternate, so that noise is shared. */
const SAMPLES = sized(200, 5)
const WARM_UP = sized(10, 1)
/** At these sizes, a larger |t| has a probability below one in a thousand by chance. */
const TELLING = 3.3

const KNOWN = 'known@example.com'
const QUESTIONS: [name: string, path: string, body: () => object, status: number][] = [
  ['sign-in that fails', 'token?grant_type=password', () => ({ password: `wrong ${randomUUID()}` }), 400],
  ['sign-up', 'signup', () => ({ password: PASSWORD, data: { first_name: 'Ada' } }), 200],
  ['recovery', 'recover', () => ({}), 200],
  ['link to sign in', 'otp', () => ({ create_user: false }), 200],
  ['link to sign in or up', 'otp', () => ({}), 200],
  ['confirmation once more', 'resend', () => ({ type: 'signup' }), 200],
]

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const { server, credentials } = await startAuthServer(directory, { confirmed: true })
    const { url, anonKey, serviceRoleKey } = credentials
    try {
      const admin = createClient(url, serviceRoleKey, { auth: { persistSession: false } }).auth.admin
      const { error } = await admin.createUser({ email: KNOWN, password: PASSWORD, email_confirm: true })
      if (error) throw error
      const rows: string[][] = []
      for (const [name, path, body, status] of QUESTIONS) {
        const timed = async (email: string) => {
          const begun = performance.now()
          const response = await fetch(`${url}/auth/v1/${path}`, {
            method: 'POST',
            headers: { apikey: anonKey, 'content-type': 'application/json' },
            body: JSON.stringify({ email, ...body() }),
          })
          await response.text()
          if (response.status !== status) throw new Error(`${path} answered ${response.status}`)
          return performance.now() - begun
        }
        rows.push(row(name, await pairs(timed)))
      }
      const head = ['', 'account: mean, median, 95 %, ms', 'none: mean, median, 95 %, ms', 'Welch’s t']
      return `${table(head, rows)}\n\n${SAMPLES} of each in turn; confirmations on. Telling from t = ±${TELLING}.`
    } finally {
      await server.stop()
    }
  })

type Pairs = { known: number[]; unknown: number[] }

async function pairs(timed: (email: string) => Promise<number>): Promise<Pairs> {
  const known: number[] = []
  const unknown: number[] = []
  for (let round = -WARM_UP; round < SAMPLES; round++) {
    const stranger = `${randomUUID()}@example.com`
    const order = round % 2 === 0 ? [KNOWN, stranger] : [stranger, KNOWN]
    for (const email of order) {
      const time = await timed(email)
      if (round >= 0) (email === KNOWN ? known : unknown).push(time)
    }
  }
  return { known, unknown }
}

function row(name: string, { known, unknown }: Pairs): string[] {
  const figures = (times: number[]) =>
    [mean(times), median(times), quantile(times, 0.95)].map((time) => time.toFixed(2)).join(', ')
  return [name, figures(known), figures(unknown), welch(known, unknown).toFixed(2)]
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}

/** Welch's t-test for two samples of unequal variance. */
const welch = (a: number[], b: number[]) =>
  (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
