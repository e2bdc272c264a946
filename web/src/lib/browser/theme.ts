import { useSyncExternalStore } from 'react'
import { readSetting, storeSetting } from './setting.ts'

/** The chosen appearance: theme and palette. It is stored, applied at once, and followed in every open tab. */
export type Theme = 'dark' | 'light' | 'system'
export type Palette = 'default' | 'cb'

const THEME = 'vigie-theme'
const PALETTE = 'vigie-palette'
const listeners = new Set<() => void>()

const theme = (): Theme => {
  const stored = readSetting(THEME)
  return stored === 'light' || stored === 'system' ? stored : 'dark'
}
const palette = (): Palette => (readSetting(PALETTE) === 'cb' ? 'cb' : 'default')

/** Sets the choice on the page; colours follow from the tokens. */
function apply(): void {
  const root = document.documentElement
  const light =
    theme() === 'light' || (theme() === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light ? '#fbfaf8' : '#060b13')
  if (palette() === 'cb') root.dataset.palette = 'cb'
  else delete root.dataset.palette
  for (const listener of listeners) listener()
}

function store(key: string, value: string): void {
  storeSetting(key, value)
  apply()
}

export const setTheme = (value: Theme): void => store(THEME, value)
export const setPalette = (value: Palette): void => store(PALETTE, value)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the other tabs and the system; call once. */
export function watchTheme(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === THEME || key === PALETTE) apply()
  })
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', apply)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme, () => 'dark' as const)
export const usePalette = (): Palette => useSyncExternalStore(subscribe, palette, () => 'default' as const)
/** The theme currently shown; charts redraw when it changes. */
export const useLook = (): string =>
  useSyncExternalStore(
    subscribe,
    () => `${document.documentElement.dataset.theme} ${document.documentElement.dataset.palette ?? ''}`,
  )
