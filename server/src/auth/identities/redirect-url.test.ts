import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redirectTarget, withFragment, withQuery } from './redirect-url.ts'

const settings = {
  site_url: 'https://app.example.com',
  additional_redirect_urls: [
    'https://*.preview.example.com/**',
    'http://localhost:3000/*',
    'myapp://callback',
    'https://{fr,en}.example.org/welcome',
  ],
  public_site: false,
}

describe('the redirect target of a link', () => {
  it.each([
    'https://app.example.com/reset?step=2#top',
    'http://127.0.0.1:5173/reset',
    'http://[::1]:8080/',
    'https://pull-7.preview.example.com/a/b.html',
    'http://localhost:3000/reset',
    'myapp://callback',
    'https://en.example.org/welcome',
  ])('may be %s', (wish) => {
    expect(redirectTarget(settings, [wish])).toBe(wish)
  })

  it.each([
    'https://evil.example.net/',
    'http://app.example.com/',
    'https://app.example.com:8443/',
    'https://app.example.com.evil.net/',
    'https://app.example.com@evil.net/',
    'https://evil.net\\@app.example.com/',
    'https://a.b.preview.example.com/',
    'http://localhost:3000/a/b',
    'http://localhost:9999/',
    'https://de.example.org/welcome',
    'https://evil.net/?next=https://en.example.org/welcome',
    'javascript:alert(1)',
    '//evil.net/',
    '/relative',
    '',
    null,
    'http://127.0.0.1.evil.net/',
  ])('may not be %s', (wish) => {
    expect(redirectTarget(settings, [wish])).toBe(settings.site_url)
  })

  it.each([
    'http://127.0.0.1:5173/reset',
    'http://127.9.9.9/',
    'http://2130706433/',
    'http://[::1]:8080/',
    'http://localhost:3000/reset',
    'http://app.localhost/reset',
  ])('may not be %s on a public site, even if it is listed', (wish) => {
    const list = [
      ...settings.additional_redirect_urls,
      'http://127.0.0.1:5173/**',
      'http://app.localhost/**',
      'http://**',
    ]
    const live = { ...settings, additional_redirect_urls: list, public_site: true }
    expect(redirectTarget(live, [wish])).toBe(settings.site_url)
    expect(redirectTarget(live, ['myapp://callback'])).toBe('myapp://callback')
  })

  it('is the first allowed candidate', () => {
    const wishes = [
      undefined,
      'https://evil.net/',
      'https://app.example.com/one',
      'https://app.example.com/two',
    ]
    expect(redirectTarget(settings, wishes)).toBe('https://app.example.com/one')
  })

  it('is always the site itself without an allow list', () => {
    const closed = { ...settings, additional_redirect_urls: [] }
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true }), fc.string()), (wish) => {
        const { hostname } = new URL(redirectTarget(closed, [wish]))
        expect(['app.example.com', '127.0.0.1', '[::1]']).toContain(hostname)
      }),
    )
  })
})

describe('redirect parameters', () => {
  it('are added to an existing query', () => {
    expect(withQuery('https://a.b/c?sb_flow_id=7#top', { code: 'x y' })).toBe(
      'https://a.b/c?sb_flow_id=7&code=x+y#top',
    )
  })

  it('are sorted in the fragment', () => {
    expect(withFragment('https://a.b/c?d=e#old', { type: 'recovery', access_token: 'a.b', sb: '' })).toBe(
      'https://a.b/c?d=e#access_token=a.b&sb=&type=recovery',
    )
  })
})
