import { useQuery } from '@tanstack/react-query'
import type { FieldInputProps } from '#studio/define-studio.ts'
import { FilmInput } from '#studio/media/film-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { replayAddressQuery } from '../replay/queries.ts'

/** The recording of a replay. */
export default function ReplayInput(props: FieldInputProps) {
  return <FilmInput {...props} bucket="replays" shown={(path) => <Shown path={path} label={props.label} />} />
}

function Shown({ path, label }: { path: string; label: string }) {
  const { data } = useQuery(replayAddressQuery(path))
  if (!data) return <Skeleton className="aspect-video w-full" />
  return (
    // biome-ignore lint/a11y/useMediaCaption: its words are written as the transcript
    <video
      src={data}
      controls
      playsInline
      aria-label={label}
      className="aspect-video w-full rounded-control bg-well"
    />
  )
}
