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
  /** Shown where the part was not drawn ahead, in its size. */
  fallback: ReactNode
  /** A picture: where it was drawn ahead its code is not needed at all. */
  still?: boolean
  children: ReactNode
}

/**
 * A part below the first view. Where the page was drawn ahead its markup is there all along; its code is fetched, and the
 * part comes alive, once it is seen or touched. `children` should be a lazy component.
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
  // The same element at every turn: another one would be an update, which React can give to markup that has not come alive
  // only by throwing it away and drawing the fallback.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is inside is written once, where the part is placed
  const part = useMemo(
    () => (
      // Markup that has not come alive cannot change its language: it is drawn anew.
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

/** Neither styled nor laid out before one comes near it; until then it is taken to fill a window, as most do. */
const UNDRAWN = '[contain-intrinsic-block-size:auto_100svh] [content-visibility:auto]'

type Gate = { opened: Promise<void>; open: () => void }

function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Whoever draws ahead draws everything.
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

/** A part counts as seen once it reaches this far up, not with its first empty line. */
const SEEN = '0px 0px -20% 0px'
const AHEAD = '600px 0px'

/**
 * Before anyone moves, only what is seen; from the first scroll on, what is about to be. A change of address opens all at
 * once: React has to know the whole page to answer it.
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
