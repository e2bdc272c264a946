import { describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { relyingParty } from './relying-party.ts'

const site = (publicUrl: string, webauthn: object = {}) =>
  relyingParty({
    context: { publicUrl },
    settings: { webauthn: { rp_origins: [], ...webauthn } },
  } as unknown as Service)

describe('the WebAuthn relying party', () => {
  it('is the public host, with its origin alone', () => {
    expect(site('https://vigie.example')).toEqual({
      id: 'vigie.example',
      name: 'vigie.example',
      origins: ['https://vigie.example'],
    })
  })

  it.each(['http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'is localhost where %s is an IP address',
    (address) => {
      expect(site(address)).toMatchObject({ id: 'localhost', origins: ['http://localhost:3000'] })
    },
  )

  it('is the configured one, and an unset variable is ignored', () => {
    const wanted = { rp_id: 'example.com', rp_display_name: 'Vigie', rp_origins: ['https://app.example.com'] }
    expect(site('https://vigie.example', wanted)).toEqual({
      id: 'example.com',
      name: 'Vigie',
      origins: ['https://app.example.com'],
    })
    const unset = { rp_id: 'env(WEBAUTHN_RP_ID)', rp_origins: ['env(WEBAUTHN_ORIGIN)'] }
    expect(site('https://vigie.example', unset)).toMatchObject({
      id: 'vigie.example',
      origins: ['https://vigie.example'],
    })
  })
})
