import { LANGUAGE_NAMES, LANGUAGES } from 'mails/languages'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const page = () => ({ documentElement: { lang: '' } })
let store: Map<string, string>
let browser: EventTarget
let document: ReturnType<typeof page>

beforeEach(() => {
  vi.resetModules()
  store = new Map()
  browser = new EventTarget()
  document = page()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { languages: ['de-AT', 'es-ES'] })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const storage = (key: string, newValue: string) =>
  browser.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))

describe('the language of the interface', () => {
  it('[S-50] offers French, English, Spanish and Italian, each by its own name', async () => {
    expect(LANGUAGES).toEqual(['fr', 'en', 'es', 'it'])
    expect(LANGUAGES.map((code) => LANGUAGE_NAMES[code])).toEqual([
      'Français',
      'English',
      'Español',
      'Italiano',
    ])
  })

  it('[S-50] is the stored choice, else the first of the browser’s that is offered, else French', async () => {
    const { chooseLanguage } = await import('./i18n.ts')
    expect(chooseLanguage('it', ['es-ES'])).toBe('it')
    expect(chooseLanguage(null, ['de-AT', 'en-GB', 'es'])).toBe('en')
    expect(chooseLanguage(null, ['de-AT'])).toBe('fr')
    expect(chooseLanguage('de', [])).toBe('fr')
  })

  it('[S-50] is stored under the product’s own key and stands in the page', async () => {
    const { LANGUAGE_KEY, setLanguage, startI18n } = await import('./i18n.ts')
    startI18n()
    expect(document.documentElement.lang).toBe('es')
    await setLanguage('it')
    expect(LANGUAGE_KEY).toBe('vigie-language')
    expect(store.get('vigie-language')).toBe('it')
    expect(document.documentElement.lang).toBe('it')
  })

  it('[S-50] follows at once a choice made in another tab', async () => {
    const { startI18n } = await import('./i18n.ts')
    startI18n()
    storage('vigie-language', 'en')
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('en'))
  })

  it('does not follow what is no language, nor another key', async () => {
    const { startI18n } = await import('./i18n.ts')
    startI18n()
    storage('vigie-language', 'xx')
    storage('another', 'en')
    await Promise.resolve()
    expect(document.documentElement.lang).toBe('es')
  })
})
