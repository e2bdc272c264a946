import '#ui/theme.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readSetting } from '#lib/browser/setting.ts'
import { watchTheme } from '#lib/browser/theme.ts'
import { preloadTexts, startI18n } from '#lib/language/i18n.ts'
import { prepareFigures } from '#lib/language/known-languages.ts'
import { setBrand } from '#lib/site/brand.ts'
import { App } from './app.tsx'
import { brand } from './brand.ts'
import { preloadArea } from './frame/area.tsx'
import { BrowserRouter } from './routing/browser-router.tsx'
import type {} from './routing/messages.ts'
import { screenAt } from './routing/screen-at.ts'

// Beside the rest: where a browser refuses it, the application begins all the same.
queueMicrotask(prepareFigures)
setBrand(brand)
watchTheme()
startI18n()

// All parts of the first screen at once, instead of one after another.
const first = screenAt(location)
const root = document.getElementById('root') as HTMLElement
void preloadTexts('app')
// Pages drawn ahead come alive without a word of the interface's parts.
if (!root.hasChildNodes()) void preloadTexts('ui')
void preloadArea(first.audience)
void first.preload()

const address = new URL(location.href)
const referred = address.searchParams.has('ref')

const application = (
  <StrictMode>
    <App Router={BrowserRouter} referred={referred} />
  </StrictMode>
)

// What was drawn ahead is taken over where it is what this visit shows; `first-paint.js` has emptied the page where not.
window.firstPaint.then(() => {
  // In parts, between which a touch is answered.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, application))
  else createRoot(root).render(application)
})

// Who came by a member's link, or was remembered: a part of the application that nobody else fetches.
if (referred || readSetting('vigie-referral')) {
  void import('#lib/money/referral-memory.ts').then((memory) => memory.arrive(address, Date.now()))
}
