import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { freePort } from '../server/src/database/embedded.ts'
import { credentialsIn, startScript, withDirectory } from './process.ts'
import { sized } from './short.ts'
import { median, quantile, table } from './statistics.ts'

/** Does the time of a failed sign-in tell whether there is an account? Both kinds in turn, so that noise is common. */
const SAMPLES = sized(200, 5)
const WARM_UP = sized(20, 1)
/** |t| above this would be a difference with less than one in a thousand of chance, at these sizes. */
const TELLING = 3.3
const AIM_MS = 2

export const measure = (): Promise<string> =>
  withDirectory(async (dataDir) => {
    const port = await freePort()
    const options = ['--project', '.', '--port', String(port), '--data', dataDir]
    const server = await startScript('server/src/main.ts', options, { SEED: 'none' }, { ready: /Serving/ })
    try {
      const { url, anonKey } = credentialsIn(dataDir)
      const email = 'known@example.com'
      const client = createClient(url, anonKey, { auth: { persistSession: false } })
      const { error } = await client.auth.signUp({ email, password: 'correct horse battery' })
      if (error) throw error
      const attempt = async (address: string) => {
        const body = JSON.stringify({ email: address, password: `wrong ${randomUUID()}` })
        const begun = performance.now()
        const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: anonKey, 'content-type': 'application/json' },
          body,
        })
        const answer = (await response.json()) as { error_code?: string }
        if (answer.error_code !== 'invalid_credentials') throw new Error(`answered ${response.status}`)
        return performance.now() - begun
      }
      const wrong: number[] = []
      const unknown: number[] = []
      for (let round = -WARM_UP; round < SAMPLES; round++) {
        const known = () => attempt(email)
        const stranger = () => attempt(`${randomUUID()}@example.com`)
        const [first, second] = round % 2 === 0 ? [known, stranger] : [stranger, known]
        const times = [await first(), await second()] as const
        if (round < 0) continue
        wrong.push(times[round % 2 === 0 ? 0 : 1])
        unknown.push(times[round % 2 === 0 ? 1 : 0])
      }
      return report(wrong, unknown)
    } finally {
      await server.stop()
    }
  })

function report(wrong: number[], unknown: number[]): string {
  const difference = Math.abs(mean(wrong) - mean(unknown))
  const t = welch(wrong, unknown)
  const row = (name: string, times: number[]) => [
    name,
    mean(times).toFixed(2),
    median(times).toFixed(2),
    quantile(times, 0.95).toFixed(2),
  ]
  return [
    table(
      ['sign-in that fails', 'mean, ms', 'median, ms', '95 %, ms'],
      [row('wrong password', wrong), row('unknown address', unknown)],
    ),
    '',
    `${SAMPLES} of each in turn. Difference of the means ${difference.toFixed(2)} ms (aim: at most ${AIM_MS}); Welch's t ${t.toFixed(2)} (telling from ±${TELLING}).`,
  ].join('\n')
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}

/** Welch's t of two samples of unequal variance. */
const welch = (a: number[], b: number[]) =>
  (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
