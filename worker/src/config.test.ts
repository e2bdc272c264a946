import { describe, expect, it } from 'vitest'
import { ConfigError, readWorkerConfig } from './config.ts'

const DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres'

describe('readWorkerConfig', () => {
  it('needs nothing but the database', () => {
    expect(readWorkerConfig({ DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      marketProvider: 'simulated',
      quoteIntervalMs: 1000,
    })
  })

  it.each([
    ['DATABASE_URL', 'http://example.org'],
    ['MARKET_PROVIDER', 'magic'],
    ['QUOTE_INTERVAL_MS', '10'],
    ['LOG_LEVEL', 'loud'],
  ])('names the setting %s when it is wrong, in one sentence', (name, value) => {
    const read = () => readWorkerConfig({ DATABASE_URL, [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^The setting ${name} is wrong: [^.]+\\.$`))
  })

  it('says that the database is missing', () => {
    expect(() => readWorkerConfig({})).toThrow(/DATABASE_URL/)
  })
})
