import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { FieldInputProps } from '#studio/define-studio.ts'
import { FilmInput } from '#studio/media/film-input.tsx'
import { addressOf, keepPicture } from '#studio/media/media.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { videoAddressQuery } from '../queries.ts'
import { clock } from '../use-place-name.ts'
import { CaptionFiles } from './caption-files.tsx'

/** The video of a lesson, with its poster and captions. */
export default function VideoInput(props: FieldInputProps) {
  const { poster } = (props.value ?? {}) as { poster?: string }
  return (
    <FilmInput
      {...props}
      bucket="lessons"
      shown={(path) => (
        <UploadedVideo
          key={path}
          path={path}
          poster={poster}
          onPoster={(taken) => props.onChange({ path, poster: taken })}
        />
      )}
    >
      <CaptionFiles />
    </FilmInput>
  )
}

type UploadedProps = { path: string; poster: string | undefined; onPoster: (poster: string) => void }

/** Plays the file to staff; the picture at the second where it stands becomes the poster. */
function UploadedVideo({ path, poster, onPoster }: UploadedProps) {
  const { t } = useTranslation('courses-studio')
  const address = useQuery(videoAddressQuery(path))
  const element = useRef<HTMLVideoElement>(null)
  const [second, setSecond] = useState(0)
  const [busy, setBusy] = useState(false)
  const take = async () => {
    if (!element.current) return
    setBusy(true)
    try {
      onPoster(await keepPicture(await frameOf(element.current)))
      toast({ title: t('video.posterTaken') })
    } catch (error) {
      console.error('no poster could be taken', error)
      toast({ title: t('video.posterFailed'), variant: 'destructive' })
    }
    setBusy(false)
  }
  if (address.isLoadingError) return <ErrorState onRetry={() => void address.refetch()} />
  if (!address.data) return <Skeleton className="aspect-video w-full" />
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: staff choose the captions below */}
      <video
        ref={element}
        src={address.data}
        controls
        playsInline
        preload="auto"
        aria-label={t('video.own')}
        className="aspect-video w-full rounded-control bg-well"
        onTimeUpdate={({ currentTarget }) => setSecond(currentTarget.currentTime)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          variant="outline"
          busy={busy}
          icon={<ImagePlus size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => void take()}
        >
          {t('video.poster', { time: clock(Math.floor(second)) })}
        </Button>
        {poster && (
          <img
            src={addressOf(poster)}
            alt={t('video.posterNow')}
            className="aspect-video h-12 rounded-inner border border-line object-cover"
          />
        )}
      </div>
    </>
  )
}

async function frameOf(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })], 'poster.jpg', {
    type: 'image/jpeg',
  })
}
