import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Meeting, Replay } from '#lib/events/meetings.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { clock } from './clock.ts'
import { Passages } from './passages.tsx'
import { keepProgress, passagesQuery, progressQuery, replayAddressQuery, transcriptQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
/** How often the place is kept while it plays. */
const KEEP_EVERY_S = 15

/** A recording with its timeline, its checkable passages and its transcript. */
export function ReplayCard({ meeting, replay }: { meeting: Meeting; replay: Replay }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { data: kept } = useQuery(progressQuery(meeting.id))
  const { data: passages = [] } = useQuery(passagesQuery(meeting.id))
  const video = useRef<HTMLVideoElement>(null)
  const [moved, setMoved] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const second = moved ?? kept ?? 0
  const go = (to: number) => {
    setMoved(to)
    setPlaying(true)
    if (video.current) {
      video.current.currentTime = to
      void video.current.play().catch(() => {})
    }
  }
  const own = replay.path !== null
  return (
    <section aria-labelledby="replay-title">
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <h2 id="replay-title" className="text-16 font-semibold">
            {replay.title[language]}
          </h2>
          <Badge icon={<Play size={12} strokeWidth={2} aria-hidden />}>{t('replay.badge')}</Badge>
          <span className="ml-auto text-13 text-muted tabular">
            {t('replay.views', { count: replay.views })}
          </span>
        </div>
        {replay.path !== null && playing && (
          <Film
            meeting={meeting}
            path={replay.path}
            start={second}
            element={video}
            title={replay.title[language]}
            onSecond={setMoved}
          />
        )}
        {own ? (
          <div className="flex items-center gap-3 px-4 pt-1 pb-4">
            <Button
              iconOnly
              aria-label={second > 0 ? t('replay.resume', { time: clock(second) }) : t('replay.play')}
              icon={<Play {...ICON} />}
              onClick={() => go(second)}
            />
            <Timeline second={second} seconds={replay.seconds} passages={passages} onGo={go} />
            <span className="text-13 whitespace-nowrap text-muted tabular">
              {t('replay.at', { at: clock(second), of: clock(replay.seconds) })}
            </span>
          </div>
        ) : replay.address !== null ? (
          <Elsewhere meeting={meeting} address={replay.address} />
        ) : (
          <div className="grid gap-3 px-4 pt-2 pb-4">
            <Timeline second={second} seconds={replay.seconds} passages={passages} onGo={setMoved} />
            <p className="text-13 text-pretty text-muted">
              {t(meeting.event.demonstration ? 'replay.sample' : 'replay.withdrawn')}
            </p>
          </div>
        )}
        <Passages
          occurrence={meeting.id}
          second={second}
          onGo={own ? go : replay.address === null ? setMoved : null}
        />
        <Transcript occurrence={meeting.id} />
      </Card>
      {passages.length > 0 && <p className="pt-3 text-12 text-pretty text-muted">{t('replay.note')}</p>}
    </section>
  )
}

type FilmProps = {
  meeting: Meeting
  path: string
  start: number
  element: RefObject<HTMLVideoElement | null>
  title: string
  onSecond: (second: number) => void
}

function Film({ meeting, path, start, element, title, onSecond }: FilmProps) {
  const { data: address, refetch } = useQuery(replayAddressQuery(path))
  const begins = useRef(start)
  const kept = useRef(-KEEP_EVERY_S)
  const keep = (at: number) => {
    if (Math.abs(at - kept.current) < KEEP_EVERY_S) return
    kept.current = at
    // The place is kept for comfort: without it the replay plays on.
    void keepProgress(meeting.id, Math.floor(at)).catch(() => {})
  }
  return (
    <div className="px-4 pb-4">
      {/* biome-ignore lint/a11y/useMediaCaption: its words are in the transcript below */}
      <video
        ref={element}
        src={address ?? undefined}
        controls
        autoPlay
        playsInline
        aria-label={title}
        className="aspect-video w-full rounded-control bg-well"
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = begins.current
          keep(begins.current)
        }}
        onTimeUpdate={({ currentTarget: { currentTime, seeking } }) => {
          if (seeking) return
          onSecond(Math.floor(currentTime))
          keep(currentTime)
        }}
        // The address may have ended while the page was open.
        onError={() => void refetch()}
      />
    </div>
  )
}

/** A recording of another site opens there, by its reader's own choice. */
function Elsewhere({ meeting, address }: { meeting: Meeting; address: string }) {
  const { t } = useTranslation('events')
  const { host } = new URL(address)
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pb-4">
      <Button asChild variant="outline">
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => void keepProgress(meeting.id, 0).catch(() => {})}
        >
          <Play {...ICON} />
          {t('replay.openElsewhere', { host })}
        </a>
      </Button>
      <p className="text-13 text-muted">{t('replay.elsewhere', { host })}</p>
    </div>
  )
}

function Transcript({ occurrence }: { occurrence: string }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { data } = useQuery(transcriptQuery(occurrence))
  const text = data?.[language]
  if (!text) return null
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer font-medium">{t('replay.transcript')}</summary>
      <div className="mt-3 max-w-160">
        <MarkdownView text={text} under={2} />
      </div>
    </details>
  )
}
