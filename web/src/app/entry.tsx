import '#ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setBrand } from '#lib/brand.ts'
import { preloadTexts, startI18n } from '#lib/i18n.ts'
import { watchTheme } from '#lib/theme.ts'
import { App } from './app.tsx'
import { preloadArea } from './area.tsx'
import { brand } from './brand.ts'
import type {} from './messages.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

setBrand(brand)
watchTheme()
startI18n()

// All parts of the first screen at once, instead of one after another.
const first = SCREENS[location.pathname] ?? NOT_FOUND
for (const texts of ['app', 'ui']) preloadTexts(texts)
preloadArea(first.audience)
first.preload()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
