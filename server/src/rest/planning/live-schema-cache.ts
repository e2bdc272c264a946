import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../../database/listener.ts'
import { errors } from '../errors.ts'
import { CATALOG_QUERY, type Catalog } from './catalog-query.ts'
import { buildSchemaCache, effectiveSettings, type SchemaCache, type Settings } from './schema-cache.ts'

const LOGIN_ROLE = 'authenticator'
/** A migration sends many notifications; one reload answers them all. */
const SETTLE_MS = 20
const RETRY_MS = [100, 500, 2000, 5000]

type Options = { pool: Pool; listener: Listener; log: Logger; settings: Settings }

/**
 * Keeps the schema cache current: loads it once, and again after NOTIFY pgrst or a lost listening connection. Requests
 * wait only for the first load.
 */
export class LiveSchemaCache {
  readonly #options: Options
  readonly #unsubscribe: (() => void)[] = []
  #current: SchemaCache | undefined
  #loading: Promise<void> | undefined
  #again = false
  #version = 0
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Subscribes, then loads in the background. */
  async start(): Promise<void> {
    const { listener } = this.#options
    this.#unsubscribe.push(listener.onReconnect(() => this.#schedule(0)))
    this.#unsubscribe.push(await listener.on('pgrst', () => this.#schedule(SETTLE_MS)))
    this.#load()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#loading
  }

  /** The current cache, or undefined before the first load; synchronous for the hot path. */
  get current(): SchemaCache | undefined {
    return this.#current
  }

  /** Waits for the first load. Throws PGRST002 when the database is unavailable. */
  async ready(): Promise<SchemaCache> {
    if (!this.#current) await this.#loading
    if (!this.#current) throw errors.notReady()
    return this.#current
  }

  #schedule(delay: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#load(), delay)
    this.#timer.unref()
  }

  #load(): void {
    if (this.#stopped) return
    if (this.#loading) {
      this.#again = true
      return
    }
    this.#loading = this.#read()
      .then((cache) => {
        this.#current = cache
        this.#failures = 0
      })
      .catch((error) => {
        this.#options.log.error({ err: error }, 'database schema could not be loaded')
        this.#schedule(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] as number)
      })
      .finally(() => {
        this.#loading = undefined
        if (this.#again) {
          this.#again = false
          this.#load()
        }
      })
  }

  async #read(): Promise<SchemaCache> {
    const first = await this.#query(this.#options.settings.schemas)
    const settings = effectiveSettings(this.#options.settings, first.configuration)
    const same = settings.schemas.join() === this.#options.settings.schemas.join()
    const catalog = same ? first : await this.#query(settings.schemas)
    return buildSchemaCache(catalog, settings, ++this.#version)
  }

  async #query(schemas: string[]): Promise<Catalog> {
    const client = await this.#options.pool.connect()
    let failed: Error | undefined
    try {
      await client.query(`begin read only; set local search_path = ''`)
      const { rows } = await client.query<{ catalog: string }>(CATALOG_QUERY, [schemas, LOGIN_ROLE])
      await client.query('commit')
      return JSON.parse(rows[0]?.catalog as string)
    } catch (error) {
      failed = error as Error
      throw error
    } finally {
      client.release(failed)
    }
  }
}
