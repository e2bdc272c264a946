// Runs before anything is drawn, so that no page flashes in another theme, language or frame. Kept in step with
// src/lib/theme.ts, src/lib/i18n.ts (chooseLanguage), src/lib/session-key.ts and src/app/screen-at.ts.
//
// The plain address holds the page drawn in French, so that one copy serves everybody. Whoever reads another language gets
// that copy instead, fetched while the scripts load and shown in one piece: the page stays blank until then, and the address
// stays as it is. Crawlers, which ask for each language by its own address, get what the address says. A member, or whoever
// follows a link that carries more than a page, gets the empty page that the application fills.
;(() => {
  const root = document.documentElement
  // The name under which libraries look for the nonce of the style sheets they make.
  window.__webpack_nonce__ = document.currentScript.nonce
  // What comes early, for parts that are fetched later: which fields were typed into, and that the browser could install the
  // application, which it tells once and would else offer at a moment of its own choosing.
  window.early = { typed: new Set(), install: null }
  addEventListener('input', ({ target }) => window.early.typed.add(target), true)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.early.install = event
  })
  // vite.config.ts writes the list of mails/src/languages.ts here.
  const LANGUAGES = __LANGUAGES__
  let stored = {}
  try {
    stored = {
      theme: localStorage.getItem('vigie-theme'),
      palette: localStorage.getItem('vigie-palette'),
      language: localStorage.getItem('vigie-language'),
      session: localStorage.getItem('vigie-session'),
    }
  } catch {
    // Storage is closed to this page: the system's choices hold.
  }
  const light =
    stored.theme === 'light' ||
    (stored.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  if (stored.palette === 'cb') root.dataset.palette = 'cb'
  if (light) document.querySelector('meta[name=theme-color]')?.setAttribute('content', '#fbfaf8')

  // Fonts that are kept are there at once; on a first visit the text does not wait for them (after-paint.js).
  if (navigator.serviceWorker?.controller)
    document.querySelector('style[data-fonts]')?.removeAttribute('media')

  const drawnIn = root.lang
  const drawnFor = root.dataset.drawn
  const search = new URLSearchParams(location.search)
  const asked = [
    search.get('lang'),
    stored.language,
    ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ]
  const crawler = /bot|crawl|spider|slurp/i.test(navigator.userAgent)
  const language = crawler && !search.has('lang') ? drawnIn : asked.find((name) => LANGUAGES.includes(name))
  root.lang = language ?? 'fr'

  const member = Boolean(stored.session)
  // Behind a page that stands in front of a member's screen, what an address asks for is the member's.
  const within =
    drawnFor === 'front' && [...search.keys()].some((name) => !/^(lang|bare|ref|utm_.*)$/.test(name))
  // An article or a search of the help centre is another page than the one that was drawn ahead.
  const carries =
    within || /[#&?](access_token|code|error|next|ref|article|q)=/.test(location.search + location.hash)
  if (!drawnFor || (root.lang === drawnIn && !member && !carries)) {
    window.firstPaint = Promise.resolve()
    return
  }
  root.dataset.waits = ''
  const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
  const fetched = member || carries ? Promise.resolve(null) : inLanguage(root.lang)
  window.firstPaint = Promise.all([fetched, parsed]).then(([other]) => {
    const page = document.getElementById('root')
    page.replaceChildren(...(other?.getElementById('root')?.childNodes ?? []))
    if (other) document.title = other.title
    // The figures with which that markup was drawn.
    document.getElementById('figures')?.remove()
    const figures = other?.getElementById('figures')
    if (figures) document.head.append(figures)
    delete root.dataset.waits
  })

  /** The same page in another language; null where it cannot be fetched. A request that answers with a document parses no text into ours. */
  function inLanguage(name) {
    search.set('lang', name)
    // Without the style sheet, which this page has.
    search.set('bare', '')
    return new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.open('GET', `${location.pathname}?${search}`)
      request.responseType = 'document'
      request.onloadend = () => resolve(request.response)
      request.send()
    })
  }
})()
