import {
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLanguage } from '#lib/language/i18n.ts'

type Props = {
  /** Shown where the part was not prerendered, in its size. */
  fallback: ReactNode
  /** A picture: if it was prerendered, its code is never needed. */
  still?: boolean
  children: ReactNode
}

/**
 * A part below the first view. On a prerendered page its markup exists from the start; its code is fetched, and the part
 * hydrates, once it is seen or touched. `children` should be a lazy component.
 */
export function Later({ fallback, still = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const language = useLanguage()
  const [gate] = useState(createGate)
  const drawnAhead = useDrawnAhead()
  useEffect(() => {
    if (!place.current) return
    return openWhenNeeded(place.current, gate.open, still && drawnAhead)
  }, [gate, still, drawnAhead])
  // Always the same element: a new one would be an update, which React can apply to markup before hydration only by
  // discarding it and rendering the fallback.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the children are written once, where the part is placed
  const part = useMemo(
    () => (
      // Markup cannot change its language before hydration: render it anew.
      <Suspense key={language} fallback={fallback}>
        <Behind gate={gate}>{children}</Behind>
      </Suspense>
    ),
    [language, gate],
  )
  return (
    <div ref={place} className={still ? undefined : UNDRAWN}>
      {part}
    </div>
  )
}

/** Neither styled nor laid out before it is near the view; until then it is assumed to be as high as a window. */
const UNDRAWN = '[contain-intrinsic-block-size:auto_100svh] [content-visibility:auto]'

type Gate = { opened: Promise<void>; open: () => void }

function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Prerendering draws everything.
  if (typeof document === 'undefined') resolve()
  return { opened: promise, open: resolve }
}

function Behind({ gate, children }: { gate: Gate; children: ReactNode }) {
  use(gate.opened)
  return children
}

const never = () => () => {}

/** Whether this was on the page before the application ran. */
function useDrawnAhead(): boolean {
  const now = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [first] = useState(now)
  return first
}

/** A part counts as seen once it reaches this far into the view, not with its first empty line. */
const SEEN = '0px 0px -20% 0px'
const AHEAD = '600px 0px'

/**
 * Before the first scroll, only what is visible hydrates; from then on, also what is about to be. A change of address
 * hydrates everything at once: React needs the whole page to handle it.
 */
function openWhenNeeded(place: Element, open: () => void, still: boolean): () => void {
  const end = new AbortController()
  const { signal } = end
  const seen: IntersectionObserverCallback = (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) done()
  }
  const inView = new IntersectionObserver(seen, { rootMargin: SEEN })
  const near = new IntersectionObserver(seen, { rootMargin: AHEAD })
  const done = () => {
    stop()
    open()
  }
  const stop = () => {
    end.abort()
    inView.disconnect()
    near.disconnect()
  }
  for (const name of ['popstate', 'hashchange']) addEventListener(name, done, { signal })
  if (still) return stop
  inView.observe(place)
  addEventListener('scroll', () => near.observe(place), { once: true, passive: true, signal })
  for (const name of ['pointerenter', 'pointerdown', 'focusin', 'beforematch'])
    place.addEventListener(name, done, { signal })
  return stop
}
