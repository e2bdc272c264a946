import { connect, type Socket } from 'node:net'
import { quantile } from './statistics.ts'

/**
 * Sends the same HTTP request repeatedly on a few persistent connections, each waiting for its answer, and parses answers as
 * little as possible: on two cores, the load generator's cost reduces what is measured.
 */
export type Target = {
  url: string
  method?: string
  headers: Record<string, string>
  body?: string
  /** Creates the next request's body from an answer; without it, answers are not read. */
  next?: (answer: string) => string
}
export type Load = {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Throws for an answer that is not 200 with a known length, or for a broken connection. */
export async function httpLoad(target: Target, connections: number, seconds: number): Promise<Load> {
  const first = requestBytes(target)
  const { hostname, port } = new URL(target.url)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, () => drive()))
  const took = (performance.now() - started) / 1000
  return { requestsPerSecond: times.length / took, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }

  function drive(): Promise<void> {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let request = first
    const answer: Buffer[] = []
    let sentAt = 0
    /** Remaining bytes of the current answer; an incomplete head is buffered. */
    let missing = 0
    let head: Buffer = Buffer.alloc(0)
    const send = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    return new Promise((resolve, reject) => {
      socket.once('connect', send)
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('the server closed a connection')))
      socket.on('data', (chunk: Buffer) => {
        if (missing > 0) {
          missing -= chunk.length
          if (target.next) answer.push(chunk)
        } else {
          head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
          const end = head.indexOf(HEAD_END)
          if (end < 0) return
          const text = head.toString('latin1', 0, end)
          const length = /content-length: (\d+)/i.exec(text)?.[1]
          if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
            reject(new Error(`an answer began with ${text.slice(0, 200)}`))
            return
          }
          missing = Number(length) - (head.length - end - HEAD_END.length)
          if (target.next) answer.push(head.subarray(end + HEAD_END.length))
          head = Buffer.alloc(0)
        }
        if (missing > 0) return
        times.push(performance.now() - sentAt)
        if (target.next) {
          const body = target.next(Buffer.concat(answer.splice(0)).toString())
          request = requestBytes({ ...target, body })
        }
        if (performance.now() < until) send()
        else {
          socket.destroy()
          resolve()
        }
      })
    })
  }
}

function requestBytes({ url, method = 'GET', headers, body = '' }: Target): Buffer {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({
    host,
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  })
  return Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
