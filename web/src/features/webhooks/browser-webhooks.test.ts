import { describe, expect, it } from 'vitest'
import {
  BROWSER_WEBHOOKS,
  isWebhookAddress,
  readBrowserWebhooks,
  storeBrowserWebhooks,
  type TestTools,
  testWebhook,
} from './browser-webhooks.ts'
import fr from './messages/fr.json' with { type: 'json' }

const ADDRESS = 'https://hook.example/test'

function tools(answers: ((body: Record<string, unknown>) => boolean | Error) | boolean) {
  const sent: { url: string; init: RequestInit; body: Record<string, unknown> }[] = []
  const environment: TestTools = {
    now: new Date('2026-11-21T10:00:00.000Z'),
    random: (bytes) => new Uint8Array(bytes),
    pageUrl: 'https://vigie.example/admin/qualification-requests',
    timeZone: 'Europe/Paris',
    webhook: 'googleSheetsWebhook',
    person: { firstName: 'Alix', lastName: 'Laurent', email: 'alix@example.org' },
    fetch: async (url, init) => {
      const body = JSON.parse(String(init.body)) as Record<string, unknown>
      sent.push({ url, init, body })
      const answer = typeof answers === 'boolean' ? answers : answers(body)
      if (answer instanceof Error) throw answer
      return { ok: answer }
    },
  }
  return { environment, sent }
}

describe('the webhooks of the browser', () => {
  it('[S-24] are kept under their names, and an empty one is forgotten', () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    expect(BROWSER_WEBHOOKS).toEqual(['emailServiceWebhook', 'googleSheetsWebhook'])
    expect(readBrowserWebhooks(store)).toEqual({ emailServiceWebhook: '', googleSheetsWebhook: '' })
    storeBrowserWebhooks(store, { emailServiceWebhook: ADDRESS, googleSheetsWebhook: 'https://b.example/' })
    expect([...kept]).toEqual([
      ['emailServiceWebhook', ADDRESS],
      ['googleSheetsWebhook', 'https://b.example/'],
    ])
    storeBrowserWebhooks(store, { emailServiceWebhook: ADDRESS, googleSheetsWebhook: '' })
    expect(readBrowserWebhooks(store)).toEqual({ emailServiceWebhook: ADDRESS, googleSheetsWebhook: '' })
    expect(kept.has('googleSheetsWebhook')).toBe(false)
  })

  it('[S-24] take no address that is none of the web', () => {
    expect(['', ADDRESS, 'http://127.0.0.1:5678/x'].map(isWebhookAddress)).toEqual([true, true, true])
    expect(
      ['hook', 'javascript:alert(1)', 'ftp://a.example', 'https://a:b@c.example/'].map(isWebhookAddress),
    ).toEqual([false, false, false, false])
  })

  it('[S-25] are tested by two posts: the whole record with test_type, and name, email, source, timestamp', async () => {
    const { environment, sent } = tools(true)
    expect(await testWebhook(ADDRESS, environment)).toBe(true)
    expect(sent.map(({ url, init }) => [url, init.method])).toEqual([
      [ADDRESS, 'POST'],
      [ADDRESS, 'POST'],
    ])
    expect(sent[0]?.body).toMatchObject({
      firstName: 'Alix',
      make_sync: true,
      test_type: 'googleSheetsWebhook',
    })
    expect(Object.keys(sent[0]?.body ?? {})).toHaveLength(21)
    expect(sent[1]?.body).toStrictEqual({
      name: 'Alix Laurent',
      email: 'alix@example.org',
      source: 'https://vigie.example/admin/qualification-requests',
      timestamp: '2026-11-21T10:00:00.000Z',
    })
  })

  it('[S-25] pass when either post is taken, and fail when neither is', async () => {
    const only = (wanted: boolean) => (body: Record<string, unknown>) =>
      'test_type' in body === wanted ? true : new TypeError('Failed to fetch')
    expect(await testWebhook(ADDRESS, tools(only(true)).environment)).toBe(true)
    expect(await testWebhook(ADDRESS, tools(only(false)).environment)).toBe(true)
    expect(await testWebhook(ADDRESS, tools(false).environment)).toBe(false)
    expect(await testWebhook(ADDRESS, tools(() => new TypeError('Failed to fetch')).environment)).toBe(false)
  })

  it('[S-24] [S-25] say what happened in the words of the specification', () => {
    const { browser } = fr
    expect([browser.saved, browser.savedNote]).toEqual([
      'Webhooks mis à jour',
      'Les webhooks ont été mis à jour avec succès.',
    ])
    expect([browser.passed, browser.emailServiceWebhook.valid, browser.googleSheetsWebhook.valid]).toEqual([
      'Test réussi',
      'Le webhook Email Service est valide.',
      'Le webhook Google Sheets est valide.',
    ])
    expect([
      browser.failed,
      browser.emailServiceWebhook.invalid,
      browser.googleSheetsWebhook.invalid,
    ]).toEqual([
      'Test échoué',
      "Le webhook Email Service n'est pas valide.",
      "Le webhook Google Sheets n'est pas valide.",
    ])
  })
})
