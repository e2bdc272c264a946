import { type RefObject, useEffect, useRef } from 'react'

/** A red dot that follows the pointer over the slide. Moved without rendering, so that it never lags. */
export function Laser({ over }: { over: RefObject<HTMLElement | null> }) {
  const dot = useRef<HTMLElement>(null)
  useEffect(() => {
    const area = over.current
    if (!area) return
    const move = ({ clientX, clientY }: PointerEvent) => {
      const box = area.getBoundingClientRect()
      if (!dot.current) return
      dot.current.style.transform = `translate(${clientX - box.left}px, ${clientY - box.top}px)`
      dot.current.style.opacity = '1'
    }
    const hide = () => {
      if (dot.current) dot.current.style.opacity = '0'
    }
    area.addEventListener('pointermove', move)
    area.addEventListener('pointerleave', hide)
    return () => {
      area.removeEventListener('pointermove', move)
      area.removeEventListener('pointerleave', hide)
    }
  }, [over])
  return (
    <i
      ref={dot}
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 z-10 -mt-2 -ml-2 size-4 rounded-pill bg-loss-mark opacity-0 ring-4 ring-loss-tint print:hidden"
    />
  )
}
