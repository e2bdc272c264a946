import pg from 'pg'
import type { Logger } from 'pino'

/**
 * The process's only LISTEN connection. A NOTIFY is only a hint that something was stored: notifications are lost while
 * the connection is down, so subscribers of `onReconnect` must catch up.
 */
export class Listener {
  readonly #url: string
  readonly #log: Logger
  readonly #handlers = new Map<string, Set<(payload: string) => void>>()
  readonly #reconnected = new Set<() => void>()
  #client: pg.Client | undefined
  #stopped = false
  #delay = FIRST_DELAY

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /** Connects and listens to the registered channels; call once. Rejects when the database is unreachable. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'listener',
      keepAlive: true,
    })
    client.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      // Includes channels added during the loop, since a map's iterator visits new keys.
      for (const channel of this.#handlers.keys()) await listen(client, channel)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    if (this.#stopped) return await client.end()
    // Automatic reconnection starts only now: an earlier failure is reported to the caller.
    this.#client = client
    this.#delay = FIRST_DELAY
  }

  /** Calls `handler` for each NOTIFY on `channel` until the returned function is called. */
  async on(channel: string, handler: (payload: string) => void): Promise<() => void> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    handlers.add(handler)
    if (!this.#handlers.has(channel)) {
      this.#handlers.set(channel, handlers)
      if (this.#client) await listen(this.#client, channel)
    }
    return () => handlers.delete(handler)
  }

  /** Calls back after each reconnection. */
  onReconnect(callback: () => void): () => void {
    this.#reconnected.add(callback)
    return () => this.#reconnected.delete(callback)
  }

  get connected(): boolean {
    return this.#client !== undefined
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  #lost(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    this.#log.warn('listening database connection lost')
    this.#retry()
  }

  #retry(): void {
    const timer = setTimeout(async () => {
      if (this.#stopped) return
      try {
        await this.start()
        if (this.#stopped) return
        this.#log.info('listening database connection restored')
        for (const callback of this.#reconnected) callback()
      } catch {
        this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY)
        this.#retry()
      }
    }, this.#delay)
    timer.unref()
  }
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
}

const FIRST_DELAY = 100
const LONGEST_DELAY = 5000
