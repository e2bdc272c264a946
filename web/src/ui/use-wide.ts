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
const narrow = media('(max-width: 639px)')

/** Whether there is room for a panel beside a list. A page that is drawn ahead takes a desk. */
export const useWide = (): boolean => useSyncExternalStore(wide.subscribe, wide.matches, () => true)

/** Whether there is no room for the columns of a table. A page that is drawn ahead takes a desk. */
export const useNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches, () => false)
