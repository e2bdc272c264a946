import { connect } from 'node:net'
import { type Attack, tally } from './target.ts'

const TOO_LONG_MS = 3000
const nested = (depth: number): string => (depth === 0 ? 'id' : `id,signals(${nested(depth - 1)})`)

/** Requests that cost the server more than the caller: embeds, regular expressions, incomplete bodies; and SQL injection. */
export const costlyRequests: Attack = async ({ send, port, anonKey }) => {
  const { outcome, tried } = tally()
  const text = `${'a'.repeat(400)}!`
  const patterns = [
    '(a+)+$',
    '(a|a)*$',
    '(.*)*\\1',
    '((a{1,90}){1,90}){1,90}',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?=a).*',
    `(${'a?'.repeat(100)}){5}${text}`,
    '***=(',
    '(?b)a\\{1,255\\}',
  ]
  const filters = [
    "' or 1=1 --",
    '";drop table profiles;--',
    '%00',
    '1)) union select 1--',
    '{}',
    '(((((',
    'eq.eq.eq',
    'in.(1,2',
    '*'.repeat(3000),
  ]
  const asked = [
    ...[5, 20, 100].map((depth) => `/rest/v1/signals?select=${encodeURIComponent(nested(depth))}`),
    ...patterns.flatMap((pattern) =>
      ['match', 'imatch', 'match(any)'].map(
        (operator) => `/rest/v1/profiles?first_name=${operator}.${encodeURIComponent(pattern)}`,
      ),
    ),
    ...patterns.map((pattern) => `/rest/v1/instruments?name=match.${encodeURIComponent(pattern)}`),
    ...filters.flatMap((filter) => [
      `/rest/v1/instruments?symbol=eq.${encodeURIComponent(filter)}&digits=gt.99`,
      `/rest/v1/instruments?${encodeURIComponent(filter)}=eq.1`,
      `/rest/v1/instruments?select=${encodeURIComponent(filter)}`,
      `/rest/v1/instruments?order=${encodeURIComponent(filter)}`,
      `/rest/v1/rpc/${encodeURIComponent(filter)}`,
    ]),
    '/rest/v1/candles?select=*&order=close&limit=1000000',
  ]
  for (const path of asked) {
    const begun = performance.now()
    const answer = await send(path).catch(() => null)
    await answer?.text()
    const took = performance.now() - begun
    tried(
      `${path.slice(0, 90)} (${answer?.status}, ${took.toFixed(0)} ms)`,
      answer === null || took > TOO_LONG_MS || answer.status === 500,
    )
  }
  const calls = await Promise.all(Array.from({ length: 40 }, () => trickle(port, anonKey)))
  for (const open of calls) tried('a body that trickles is held for half a minute', open)
  return outcome
}

/** Whether a connection with an incomplete body is still open after half a minute. */
function trickle(port: number, anonKey: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /rest/v1/rpc/search HTTP/1.1\r\nhost: 127.0.0.1\r\napikey: ${anonKey}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    )
    const drip = setInterval(() => socket.write(' '), 2000)
    const end = (open: boolean) => {
      clearInterval(drip)
      clearTimeout(patience)
      socket.destroy()
      resolve(open)
    }
    const patience = setTimeout(() => end(true), 30_000)
    socket.on('close', () => end(false))
    socket.on('error', () => end(false))
  })
}
