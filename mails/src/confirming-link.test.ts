import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmingLink } from './confirming-link.ts'

const site = 'https://vigie.example'
const ConfirmationURL = `${site}/auth/v1/verify?token=pkce_abc&type=recovery&redirect_to=${site}/login`
const data = { TokenHash: 'pkce_abc', ConfirmationURL, RedirectTo: `${site}/login?next=/signaux` }

describe('the link in a mail', () => {
  it('leads to a page that asks for a click, since mail scanners open every URL', () => {
    const link = confirmingLink('recovery', data, site)
    expect(link).toBe(`${site}/confirm#token_hash=pkce_abc&type=recovery&next=%2Flogin%3Fnext%3D%2Fsignaux`)
    expect(new URL(link as string).search).toBe('')
  })

  it.each([
    ['confirmation', 'signup'],
    ['magic_link', 'magiclink'],
    ['recovery', 'recovery'],
    ['invite', 'invite'],
    ['email_change', 'email_change'],
  ])('of %s is of type %s', (template, type) => {
    expect(confirmingLink(template, data, site)).toContain(`&type=${type}&`)
  })

  it('leads to the start page when no target was requested', () => {
    const { RedirectTo: _, ...bare } = data
    expect(confirmingLink('recovery', bare, site)).toBe(`${site}/confirm#token_hash=pkce_abc&type=recovery`)
  })

  it('keeps the loopback host that the person uses', () => {
    const RedirectTo = 'http://localhost:3000/login'
    expect(confirmingLink('recovery', { ...data, RedirectTo }, 'http://127.0.0.1:3000')).toMatch(
      /^http:\/\/localhost:3000\/confirm#/,
    )
  })

  it.each([
    ['another application', 'https://app.example.com/login'],
    ['an application on a device', 'vigie://login'],
    ['another port of this machine', 'http://localhost:4000/login'],
  ])('is the auth service’s own for %s', (_, RedirectTo) => {
    expect(confirmingLink('recovery', { ...data, RedirectTo }, 'http://127.0.0.1:3000')).toBe(ConfirmationURL)
  })

  it('is absent from a mail without one, and unchanged where nothing needs confirmation', () => {
    expect(confirmingLink('new_device', {}, site)).toBeNull()
    const ConfirmationURL = 'https://pay.example/pull'
    expect(confirmingLink('refund_to_fetch', { ConfirmationURL }, site)).toBe(ConfirmationURL)
  })

  it('never sends a token to another host', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (RedirectTo) => {
        const link = confirmingLink('recovery', { ...data, RedirectTo }, site) as string
        expect(new URL(link).origin).toBe(site)
      }),
    )
  })
})
