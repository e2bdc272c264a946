import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(min-width: 1024px)')
const subscribe = (listener: () => void) => {
  const wide = query()
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for a panel beside a list. A page that is drawn ahead takes a desk. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => true,
  )
