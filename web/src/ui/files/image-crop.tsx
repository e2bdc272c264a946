import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const OpenImageCrop = lazy(() => import('./open-image-crop.tsx'))

export type ImageCropProps = {
  image: Blob
  /** The square that was chosen, as a picture of `size` by `size`. */
  onCrop: (picture: Blob) => void
  onCancel: () => void
  /** The edge of the picture in pixels. */
  size?: number
  /** Shows what a round portrait will keep; the picture is a square all the same. */
  round?: boolean
  busy?: boolean
}

/** The square of a picture that one keeps. Fetched when a picture is there to be cut. */
export function ImageCrop(props: ImageCropProps) {
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
      <OpenImageCrop {...props} />
    </Suspense>
  )
}
