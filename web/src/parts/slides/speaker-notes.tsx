import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { parseDeck, slideName } from './deck.ts'
import { useSameSlide } from './deck-channel.ts'
import { type DeckAct, useDeckKeys } from './deck-keys.ts'

type Props = {
  markdown: string
  title: string
  language?: string | undefined
  /** The channel of the tab that shows the deck. */
  channel: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The notes of a deck that another window shows: both turn together. */
export function SpeakerNotes({ markdown, title, language, channel }: Props) {
  const { t } = useTranslation('slides')
  const slides = useMemo(() => parseDeck(markdown), [markdown])
  const [place, setPlace] = useState(1)
  const go = (next: number) => setPlace(Math.max(1, Math.min(slides.length, next)))
  useSameSlide(channel, place, false, go)
  const act = (what: DeckAct) => {
    if (what === 'next') go(place + 1)
    else if (what === 'previous') go(place - 1)
    else if (what === 'first') go(1)
    else if (what === 'last') go(slides.length)
  }
  useDeckKeys(() => false, act)
  const slide = slides[place - 1]
  const next = slides[place]
  if (!slide) return null
  return (
    <section className="fixed inset-0 z-40 flex flex-col gap-6 overflow-auto bg-bg p-6" lang={language}>
      <header className="flex flex-wrap items-baseline justify-between gap-4 border-b border-line pb-4">
        <div className="min-w-0">
          <PageTitle className="text-14!">
            {t('presenter.title')} · {title}
          </PageTitle>
          <p className="mt-1 text-20 font-semibold tracking-title">{slideName(slide)}</p>
          <p role="status" className="text-13 text-muted tabular">
            {t('place', { place, of: slides.length })}
          </p>
        </div>
        <Elapsed />
      </header>
      <div className="max-w-160 flex-1 text-20">
        {slide.notes ? (
          <MarkdownView text={slide.notes} under={2} className="text-20!" />
        ) : (
          <p className="text-muted">{t('no-notes')}</p>
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button
          size="lg"
          icon={<ArrowLeft {...icon} />}
          iconOnly
          aria-label={t('previous')}
          onClick={() => act('previous')}
        />
        <Button
          size="lg"
          icon={<ArrowRight {...icon} />}
          iconOnly
          aria-label={t('next')}
          onClick={() => act('next')}
        />
        <p className="min-w-0 text-muted">
          {next ? (
            <>
              {t('presenter.next')} : <span className="text-text">{slideName(next)}</span>
            </>
          ) : (
            t('presenter.last')
          )}
        </p>
      </footer>
    </section>
  )
}

/** The time since the window was opened. */
function Elapsed() {
  const { t } = useTranslation('slides')
  const [begun, setBegun] = useState(Date.now)
  const [now, setNow] = useState(begun)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - begun) / 1000))
  return (
    <p className="flex items-center gap-3 text-13 text-muted">
      {t('presenter.elapsed')}
      <b className="text-20 text-text tabular">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </b>
      <Button
        size="sm"
        onClick={() => {
          setBegun(Date.now())
          setNow(Date.now())
        }}
      >
        {t('presenter.again')}
      </Button>
    </p>
  )
}
