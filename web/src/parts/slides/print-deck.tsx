import './slides.css'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Slide } from './deck.ts'
import { SlideView } from './slide-view.tsx'

/** All slides, on the page only while it is printed. Paper is white, so they are in the light theme. */
export function PrintDeck({ slides, language }: { slides: readonly Slide[]; language: string | undefined }) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when this event ends.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  if (!printing) return null
  return createPortal(
    <div data-print-deck data-theme="light" lang={language} className="bg-surface text-text">
      {slides.map((slide, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the slides of a deck never move
        <section key={place} className="@container flex flex-col">
          <SlideView slide={slide} />
        </section>
      ))}
    </div>,
    document.body,
  )
}
