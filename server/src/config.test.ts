import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/srv/app')).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/app/.data',
      seed: 'demo',
      databaseUrl: undefined,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, '/srv').port).toBe(3000)
  })

  it.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['SEED', 'full'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PUBLIC_URL', 'vigie'],
    ['ADMIN_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('stops on a wrong %s with one sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value }, '/srv')).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value }, '/srv')).toThrow(
      new RegExp(`^The setting ${name} is wrong: .+\\.$`),
    )
  })

  it('lets command-line options win over the environment', () => {
    const config = readConfig({ PORT: '1', DATA_DIR: '/a' }, '/srv', {
      port: 2,
      dataDir: '/b',
      projectDir: 'p',
    })
    expect(config).toMatchObject({ port: 2, dataDir: '/b', projectDir: '/srv/p' })
  })
})
