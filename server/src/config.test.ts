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

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, '/srv').port).toBe(3000)
  })

  it.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PORT', '4190'],
    ['SEED', 'full'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PUBLIC_URL', 'vigie'],
    ['ADMIN_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['STORAGE_LEAST_FREE', 'plenty'],
    ['REST_REQUESTS_PER_MEMBER', 'all'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '17'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, proxy.internal'],
  ])('reports an invalid %s in one sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value }, '/srv')).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value }, '/srv')).toThrow(
      new RegExp(`^The setting ${name} is invalid: .+\\.$`),
    )
  })

  it('lets command-line options override the environment', () => {
    const config = readConfig({ PORT: '1', DATA_DIR: '/a' }, '/srv', {
      port: 2,
      dataDir: '/b',
      projectDir: 'p',
    })
    expect(config).toMatchObject({ port: 2, dataDir: '/b', projectDir: '/srv/p' })
  })

  it('reads trusted proxies as a number or as networks, and refuses to trust everyone', () => {
    const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }, '/srv').trustProxy
    expect(readConfig({}, '/srv').trustProxy).toBe(0)
    expect(trusted('false')).toBe(0)
    expect(trusted('2')).toBe(2)
    expect(trusted('10.0.0.0/8, 192.0.2.7,fd00::/8')).toEqual(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
    expect(() => trusted('true')).toThrow(
      /^The setting TRUST_PROXY is invalid: true would trust any address .+ set the number of proxies .+\.$/,
    )
  })
})
