import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Area, at, between, type Point, shifted, turned } from './place.ts'

type Props = {
  label: string
  /** Quarter turns of the picture below; a place is told as one of the upright picture. */
  turns: number
  onPlace: (area: Area) => void
  onCancel: () => void
}

const STEP = 0.01
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
/** Where the keyboard begins. */
const MIDDLE: Area = { x: 0.35, y: 0.47, width: 0.3, height: 0.06 }

/** Takes one rectangle over a picture: between two points of the pointer, or moved by the arrow keys (with Shift resized) and confirmed by Enter. */
export function DrawSurface({ label, turns, onPlace, onCancel }: Props) {
  const [draft, setDraft] = useState<Area | null>(null)
  const from = useRef<Point | null>(null)
  const surface = useRef<HTMLDivElement>(null)
  useEffect(() => surface.current?.focus({ preventScroll: true }), [])
  const pointOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const place = (drawn: Area | null) => {
    if (drawn) onPlace(turned(drawn, -turns))
  }
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (by) setDraft((now) => (now === null ? MIDDLE : shifted(now, by, event.shiftKey)))
    else if (event.key === 'Enter') place(draft ?? MIDDLE)
    else if (event.key === 'Escape') onCancel()
    else return
    event.preventDefault()
    // The sheet around it would close on Escape.
    event.stopPropagation()
  }
  return (
    <div
      ref={surface}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
      tabIndex={0}
      className="absolute inset-0 cursor-crosshair touch-none rounded-inner ring-2 ring-focus ring-inset"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = pointOf(event)
        setDraft(null)
      }}
      onPointerMove={(event) => from.current && setDraft(between(from.current, pointOf(event)))}
      onPointerUp={(event) => {
        const begun = from.current
        from.current = null
        if (begun) place(between(begun, pointOf(event)))
      }}
      onPointerCancel={() => {
        from.current = null
        setDraft(null)
      }}
    >
      {draft && (
        <span
          aria-hidden
          className="absolute rounded-key border-2 border-dashed border-focus bg-info-tint/40"
          style={at(draft)}
        />
      )}
    </div>
  )
}
