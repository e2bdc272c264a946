import { useSyncExternalStore } from 'react'

const media = (text: string) => {
  const query = () => matchMedia(text)
  const subscribe = (listener: () => void) => {
    const list = query()
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return { matches: () => query().matches, subscribe }
}
const wide = media('(min-width: 1024px)')
const wider = media('(min-width: 1280px)')
const narrow = media('(max-width: 639px)')

/** Whether a panel fits beside a list. Prerendered pages assume a desktop. */
export const useWide = (): boolean => useSyncExternalStore(wide.subscribe, wide.matches, () => true)

/** Whether two panels fit beside a list. */
export const useWider = (): boolean => useSyncExternalStore(wider.subscribe, wider.matches, () => true)

/** Whether a table's columns do not fit. Prerendered pages assume a desktop. */
export const useNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches, () => false)
