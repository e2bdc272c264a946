import { useQuery } from '@tanstack/react-query'
import { PictureInPicture2, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { videoAddressQuery } from '../queries.ts'
import { clock } from '../use-place-name.ts'
import { type Cue, readCaptions } from './captions.ts'
import { createWatch } from './watched.ts'

type Props = {
  /** As the document has it. */
  video: unknown
  captions: string
  language: string
  title: string
  /** The second to resume at. */
  start: number
  onWatched: (at: number, of: number, seconds: number) => void
  /** What stands beside the video, for a second of it. */
  beside: (second: number) => ReactNode
}

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'] as const
/** How often progress is told while it plays. */
const TELL_EVERY_S = 10

export default function LessonVideo(props: Props) {
  const video = props.video as { path?: unknown; poster?: unknown; embed?: unknown } | null | undefined
  if (typeof video?.path === 'string')
    return (
      <OwnVideo
        {...props}
        path={video.path}
        {...(typeof video.poster === 'string'
          ? { poster: `/storage/v1/object/public/content/${video.poster}` }
          : {})}
      />
    )
  if (typeof video?.embed === 'string') return <Embedded {...props} address={video.embed} />
  return null
}

function OwnVideo({
  path,
  poster,
  captions,
  language,
  title,
  start,
  onWatched,
  beside,
}: Props & { path: string; poster?: string }) {
  const { t } = useTranslation('courses')
  const { data: address, isLoadingError, refetch } = useQuery(videoAddressQuery(path))
  const element = useRef<HTMLVideoElement>(null)
  const [watch] = useState(createWatch)
  // Until it is played, the place is its keeper's to say.
  const [played, setPlayed] = useState<number | null>(null)
  const second = played ?? Math.floor(start)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('1')
  const cues = useMemo(() => readCaptions(captions), [captions])
  const chapters = cues.filter(({ chapter }) => chapter)
  useTracks(element, cues, language, address)
  const told = useRef(0)
  const tell = useEffectEvent(() => {
    const { currentTime = 0, duration = 0 } = element.current ?? {}
    if (!Number.isFinite(duration) || duration === 0) return
    const seconds = watch.take()
    if (seconds > 0) onWatched(Math.floor(currentTime), Math.floor(duration), seconds)
  })
  useEffect(() => {
    const leave = () => tell()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      tell()
    }
  }, [])
  const go = (to: number) => {
    if (!element.current) return
    element.current.currentTime = to
    void element.current.play()
  }
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!address) return <Skeleton className="aspect-video w-full" />
  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/useMediaCaption: its captions are cues, added by script */}
      <video
        ref={element}
        src={address}
        poster={poster}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        className="aspect-video w-full rounded-card bg-well"
        onLoadedMetadata={({ currentTarget }) => {
          // At its end there is nothing to resume.
          if (second > 0 && second < currentTarget.duration - 5) currentTarget.currentTime = second
          currentTarget.playbackRate = Number(speed)
        }}
        onTimeUpdate={({ currentTarget: { currentTime, playbackRate, paused } }) => {
          if (!paused) watch.at(currentTime, playbackRate)
          setPlayed(Math.floor(currentTime))
          if (Math.abs(currentTime - told.current) < TELL_EVERY_S) return
          told.current = currentTime
          tell()
        }}
        onSeeking={watch.stop}
        onPause={() => {
          watch.stop()
          tell()
        }}
        // The address may have ended while the page was open; the place is kept.
        onError={() => void refetch()}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('video.speed')}
          value={speed}
          onChange={(next) => {
            setSpeed(next)
            if (element.current) element.current.playbackRate = Number(next)
          }}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        />
        {document.pictureInPictureEnabled && (
          <Button
            icon={<PictureInPicture2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void element.current?.requestPictureInPicture().catch(() => {})}
          >
            {t('video.window')}
          </Button>
        )}
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        {chapters.length > 0 && (
          <nav aria-label={t('video.chapters')}>
            <h3 className="mb-2 font-semibold">{t('video.chapters')}</h3>
            <ol className="grid">
              {chapters.map((chapter) => (
                <li key={chapter.from}>
                  <button
                    type="button"
                    aria-current={second >= chapter.from && second < chapter.to ? 'true' : undefined}
                    onClick={() => go(chapter.from)}
                    className="flex min-h-9 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-raised aria-[current]:bg-raised aria-[current]:font-semibold"
                  >
                    <span className="w-12 text-13 text-muted tabular">{clock(chapter.from)}</span>
                    {chapter.text}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {beside(second)}
      </div>
    </div>
  )
}

/** Gives the video its captions and chapters, as tracks that the browser's own controls offer. */
function useTracks(
  element: RefObject<HTMLVideoElement | null>,
  cues: readonly Cue[],
  language: string,
  address: string | null | undefined,
): void {
  const { t } = useTranslation('courses')
  const label = t('video.captions')
  useEffect(() => {
    const video = element.current
    if (!video || !address) return
    for (const kind of ['captions', 'chapters'] as const) {
      const own = cues.filter(({ chapter }) => chapter === (kind === 'chapters'))
      if (own.length === 0) continue
      // A track cannot be removed again: one that is there already is filled anew.
      const track =
        [...video.textTracks].find((one) => one.kind === kind) ?? video.addTextTrack(kind, label, language)
      for (const cue of [...(track.cues ?? [])]) track.removeCue(cue)
      for (const { from, to, text } of own) track.addCue(new VTTCue(from, to, text))
      if (kind === 'chapters') track.mode = 'hidden'
    }
  }, [element, cues, language, label, address])
}

/** A video of another site opens there, by its reader's own choice: no other site's player runs in our pages, nor learns of their readers. */
function Embedded({ address, beside }: Props & { address: string }) {
  const { t } = useTranslation('courses')
  const host = URL.canParse(address) ? new URL(address).host : ''
  if (!address.startsWith('https://') || host === '') return null
  return (
    <div className="grid gap-6">
      <div className="grid aspect-video content-center justify-items-center gap-4 rounded-card border border-line bg-well p-6 text-center">
        <p className="max-w-96 text-pretty text-muted">{t('video.consent', { host })}</p>
        <Button asChild variant="primary">
          <a href={address} target="_blank" rel="noopener noreferrer">
            <Play size={16} strokeWidth={1.75} aria-hidden />
            {t('video.agree', { host })}
          </a>
        </Button>
      </div>
      {beside(0)}
    </div>
  )
}
