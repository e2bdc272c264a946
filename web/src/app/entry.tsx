import '#ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setBrand } from '#lib/brand.ts'
import { startI18n } from '#lib/i18n.ts'
import { watchTheme } from '#lib/theme.ts'
import { App } from './app.tsx'
import { brand } from './brand.ts'
import type {} from './messages.ts'

setBrand(brand)
watchTheme()
startI18n()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
