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

// Deferred, so that the application still starts where a browser refuses workers.
queueMicrotask(prepareFigures)
setBrand(brand)
watchTheme()
startI18n()

// Fetch all parts of the first screen at once instead of one after another.
const first = screenAt(location)
const root = document.getElementById('root') as HTMLElement
void preloadTexts('app')
// Prerendered pages hydrate without any text of the design system.
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

// Hydrate what was prerendered if it is what this visit shows; otherwise `first-paint.js` has already emptied the page.
window.firstPaint.then(() => {
  // A transition hydrates in slices, so that taps are answered in between.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, application))
  else createRoot(root).render(application)
})

// Only visitors with a referral link, or a remembered one, fetch this part.
if (referred || readSetting('vigie-referral')) {
  void import('#lib/money/referral-memory.ts').then((memory) => memory.arrive(address, Date.now()))
}
