import { memo, useEffect, useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { type Slide, slideName } from './deck.ts'

type Props = {
  slides: readonly Slide[]
  place: number
  onPlace: (place: number) => void
  /** All in a grid instead of one row. */
  grid?: boolean
}

/** The row follows once the reader stays at a slide: while slides are turned past, it would take frames from them. */
const FOLLOWS_MS = 250

/** The slides by name, each with a sign of what it shows. */
export function SlideThumbs({ slides, place, onPlace, grid = false }: Props) {
  const { t } = useTranslation('slides')
  const list = useRef<HTMLOListElement>(null)
  const count = slides.length
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => {
      const thumb = list.current?.children[place - 1] as HTMLElement | undefined
      if (!thumb || !list.current) return
      // Not `scrollIntoView`, which would move the page too.
      list.current.scrollTo({ left: thumb.offsetLeft - (list.current.clientWidth - thumb.clientWidth) / 2 })
    }, FOLLOWS_MS)
    return () => clearTimeout(timer)
  }, [place, count])
  return (
    <ol
      ref={list}
      aria-label={t(grid ? 'overview' : 'strip')}
      className={
        grid
          ? 'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3'
          : 'relative flex snap-x gap-2 overflow-x-auto p-0.5 pb-2 motion-safe:scroll-smooth'
      }
    >
      {slides.map((slide, index) => (
        <Thumb
          // biome-ignore lint/suspicious/noArrayIndexKey: the slides of a deck never move
          key={index}
          slide={slide}
          number={index + 1}
          current={index + 1 === place}
          onPlace={onPlace}
          grid={grid}
        />
      ))}
    </ol>
  )
}

type ThumbProps = { slide: Slide; number: number; current: boolean; onPlace: Props['onPlace']; grid: boolean }

/** Of a long deck, a turn draws two again. */
const Thumb = memo(({ slide, number, current, onPlace, grid }: ThumbProps) => (
  <li className={classNames('snap-start', !grid && 'w-34 shrink-0')}>
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={() => onPlace(number)}
      className={classNames(
        'grid h-full min-h-18 w-full content-start gap-2 rounded-inner border bg-surface p-2 text-left text-12 font-semibold hover:bg-raised hover:transition-colors',
        current ? 'border-text ring-1 ring-text' : 'border-line',
      )}
    >
      <span className="line-clamp-2">
        <span className="font-normal text-muted tabular">{number}</span> {slideName(slide)}
      </span>
      <Sign slide={slide} />
    </button>
  </li>
))

function Sign({ slide: { blocks } }: { slide: Slide }) {
  const drawn = blocks.find((block) => block.kind === 'directive')?.directive.name
  if (drawn === undefined)
    return (
      <span aria-hidden className="grid gap-1">
        {blocks.slice(0, 3).map((_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three lines
          <i key={line} className={classNames('h-0.5 bg-line-strong', line === 0 ? 'w-4/5' : 'w-3/5')} />
        ))}
      </span>
    )
  return (
    <svg viewBox="0 0 64 20" preserveAspectRatio="none" aria-hidden="true" className="h-5 w-full">
      {drawn === 'curve' ? (
        <path
          d="M2 3C14 14 30 17 62 18"
          className="fill-none stroke-curve"
          vectorEffect="non-scaling-stroke"
        />
      ) : drawn === 'bars' ? (
        <path d="M0 3H60M0 10H44M0 17H30" strokeWidth="4" className="stroke-line-strong" />
      ) : drawn === 'candles' || drawn === 'task' ? (
        <path
          d="M2 15L12 7L20 12L32 4L42 10L52 3"
          className="fill-none stroke-curve"
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <>
          <path d="M0 0H44V11H0Z" className="fill-zone-target" />
          <path d="M0 11H44V20H0Z" className="fill-zone-stop" />
          <path d="M0 11H44" className="stroke-curve" vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  )
}
