import { useEffect, useEffectEvent, useRef } from 'react'

/** Slides can be turned faster than an address can follow: to change it costs the page as much as to turn. */
const STAYS_MS = 300

/** Returns a function for each place the reader comes to; tells a place once they have stayed there for a moment. */
export function useStay(tell: (place: number) => void): (place: number) => void {
  const told = useEffectEvent(tell)
  const come = useRef<(place: number) => void>(() => {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    come.current = (place) => {
      clearTimeout(timer)
      timer = setTimeout(() => told(place), STAYS_MS)
    }
    return () => clearTimeout(timer)
  }, [])
  return (place) => come.current(place)
}
