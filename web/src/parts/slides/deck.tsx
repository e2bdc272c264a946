import { ExternalLink } from 'lucide-react'
import {
  Activity,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFullScreen } from '#charts/tools/use-full-screen.ts'
import { preloadTexts, useTranslation } from '#lib/language/i18n.ts'
import { fetchFigures } from '#parts/drawn-chart/use-figures.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { parseDeck, type Slide, slideName } from './deck.ts'
import { DeckBar } from './deck-bar.tsx'
import { tabChannel, useSameSlide } from './deck-channel.ts'
import { type DeckAct, useDeckKeys } from './deck-keys.ts'
import { given as arrived, type DeckPlace, turned } from './deck-place.ts'
import { Laser } from './laser.tsx'
import { PrintDeck } from './print-deck.tsx'
import { SlideNotes } from './slide-notes.tsx'
import { SlideThumbs } from './slide-thumb.tsx'
import { SlideView } from './slide-view.tsx'
import { useSwipe } from './use-swipe.ts'

type Props = {
  markdown: string
  title: string
  /** The text's language, if it is not that of the page. */
  language?: string | undefined
  /** The slide to show, from 1; without it the deck keeps its own place. */
  place?: number
  /** Called with each slide shown, the first included, and how many there are. */
  onPlace?: (place: number, of: number) => void
  /** The address of a slide, to copy. */
  addressOf?: (place: number) => string
  /** The address of the speaker notes; without it they cannot have a window. */
  notesAddress?: (channel: string) => string
  /** Beside the author's notes. */
  beside?: ReactNode
}

/** Where the text is drawn at its own size in full screen; larger screens enlarge it. */
const DRAWN_FOR_PX = 1152

const NO_SLIDES: readonly Slide[] = []

/** A place that has not come back from its keeper by then was passed over. */
const PASSED_OVER_MS = 5000

/**
 * Shows a deck. Its slides are ordinary text in the page, so that a screen reader reads them line by line; only the slide shown and
 * its neighbours are rendered.
 */
export function Deck({
  markdown,
  title,
  language,
  place: given,
  onPlace,
  addressOf,
  notesAddress,
  beside,
}: Props) {
  const { t } = useTranslation('slides')
  const slides = useMemo(() => parseDeck(markdown), [markdown])
  // The slide is drawn before the row of a long deck is.
  const row = useDeferredValue(slides, NO_SLIDES)
  const [own, setOwn] = useState<DeckPlace>({ place: given ?? 1, told: [], fast: true })
  const [seen, setSeen] = useState(given)
  if (given !== seen) {
    setSeen(given)
    if (given !== undefined) setOwn(arrived(own, given))
  }
  const { told } = own
  useEffect(() => {
    if (told.length === 0) return
    const timer = setTimeout(() => setOwn((now) => ({ ...now, told: [] })), PASSED_OVER_MS)
    return () => clearTimeout(timer)
  }, [told])
  const place = Math.max(1, Math.min(slides.length, own.place))
  const [shown, setShown] = useState({ overview: false, notes: true, laser: false })
  const frame = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const { full, toggle } = useFullScreen(frame)
  const [channel] = useState(() => (notesAddress ? tabChannel() : null))
  const enlarged = useEnlarged(stage, full)

  const tell = useEffectEvent((next: number) => onPlace?.(next, slides.length))
  useEffect(() => {
    if (slides.length > 0) tell(place)
  }, [place, slides.length])
  const isKept = given !== undefined
  const turnedAt = useRef(Number.NEGATIVE_INFINITY)
  const go = useCallback(
    (next: number) => {
      const now = performance.now()
      const after = now - turnedAt.current
      turnedAt.current = now
      setOwn((from) => turned(from, next, isKept, after))
    },
    [isKept],
  )
  useSameSlide(channel, place, true, go)
  useDrawnAhead(slides)

  const act = (what: DeckAct) => {
    if (what === 'next') go(Math.min(slides.length, place + 1))
    else if (what === 'previous') go(Math.max(1, place - 1))
    else if (what === 'first') go(1)
    else if (what === 'last') go(slides.length)
    else if (what === 'full') toggle?.()
    else setShown((now) => ({ ...now, [what]: !now[what] }))
  }
  useDeckKeys((target) => frame.current?.contains(target) ?? false, act)
  const swipe = useSwipe((direction) => act(direction < 0 ? 'next' : 'previous'))

  const slide = slides[place - 1]
  // The neighbours are drawn while the reader stays, so that a turn only shows one of them.
  const drawn = [place - 1, place, place + 1].flatMap((number) => {
    const one = slides[number - 1]
    return one ? [{ number, slide: one }] : []
  })
  if (!slide) return <p className="text-muted">{t('empty')}</p>
  return (
    <div className="grid min-w-0 gap-3">
      <section
        ref={frame}
        aria-label={t('deck', { title })}
        aria-description={t('keys')}
        // It takes the focus when it fills the screen, and a click gives it its keys.
        tabIndex={-1}
        className="relative flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface outline-none"
      >
        <div
          ref={stage}
          {...swipe}
          lang={language}
          className={classNames(
            '@container relative flex min-w-0 flex-1 touch-pan-y flex-col overflow-auto bg-well',
            shown.laser && 'cursor-none',
          )}
        >
          {shown.overview ? (
            <div className="p-4">
              <SlideThumbs
                grid
                slides={slides}
                place={place}
                onPlace={(next) => {
                  go(next)
                  setShown((now) => ({ ...now, overview: false }))
                }}
              />
            </div>
          ) : (
            drawn.map(({ number, slide: one }) => (
              <Activity key={number} mode={number === place ? 'visible' : 'hidden'}>
                <div
                  style={enlarged === 1 ? undefined : { zoom: enlarged }}
                  className={classNames(
                    'flex flex-1 flex-col px-5 py-8 @2xl:px-14 @2xl:py-12',
                    // A slide that is passed over would never be seen whole.
                    !own.fast && 'animate-fade',
                    !full && '@2xl:min-h-[min(56.25cqw,40rem)]',
                  )}
                >
                  <SlideView slide={one} />
                </div>
              </Activity>
            ))
          )}
          {shown.laser && <Laser over={stage} />}
        </div>
        <div aria-hidden className="h-0.5 bg-raised">
          <div
            className={classNames('h-full origin-left bg-lamp-edge', !own.fast && 'transition-transform')}
            style={{ transform: `scaleX(${place / slides.length})` }}
          />
        </div>
        <DeckBar
          place={place}
          of={slides.length}
          on={{ ...shown, full }}
          address={addressOf?.(place) ?? null}
          canFill={toggle !== null}
          act={act}
        />
        <p role="status" className="sr-only">
          {t('place', { place, of: slides.length })} · {slideName(slide)}
        </p>
      </section>
      <div className="min-h-21 min-w-0 max-sm:hidden">
        <SlideThumbs slides={row} place={place} onPlace={go} />
      </div>
      <div className="grid min-w-0 gap-x-8 gap-y-6 lg:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
        {shown.notes && (
          <section className="min-w-0" lang={language}>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-14 font-semibold">{t('notes')}</h3>
              {notesAddress && channel !== null && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<ExternalLink size={14} strokeWidth={1.75} aria-hidden />}
                  onClick={() => open(notesAddress(channel), channel, 'popup,width=720,height=640')}
                  className="max-sm:hidden"
                >
                  {t('window')}
                </Button>
              )}
            </div>
            {drawn.map(({ number, slide: one }) => (
              <Activity key={number} mode={number === place ? 'visible' : 'hidden'}>
                <SlideNotes slide={one} />
              </Activity>
            ))}
          </section>
        )}
        {beside}
      </div>
      <PrintDeck slides={slides} language={language} />
    </div>
  )
}

/** The slide shown comes first. */
const AHEAD_MS = 1000

/** Fetches what the drawings of any slide need, so that the next slide, or all on paper, are drawn at once, and without a network too. */
function useDrawnAhead(slides: readonly Slide[]): void {
  useEffect(() => {
    const names = slides
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'directive' ? block.directive.name : []))
    if (names.length > 0) void preloadTexts('drawn-chart')
    if (!names.includes('curve')) return
    const timer = setTimeout(() => void fetchFigures(), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [slides])
}

/** How much larger than drawn a slide is in full screen. */
function useEnlarged(stage: React.RefObject<HTMLElement | null>, full: boolean): number {
  const [by, setBy] = useState(1)
  useEffect(() => {
    const element = stage.current
    if (!element || !full) return setBy(1)
    const watch = new ResizeObserver(([entry]) =>
      setBy(Math.max(1, Math.round(((entry?.contentRect.width ?? 0) / DRAWN_FOR_PX) * 20) / 20)),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [stage, full])
  return by
}
