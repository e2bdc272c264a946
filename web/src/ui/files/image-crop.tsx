import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const OpenImageCrop = lazy(() => import('./open-image-crop.tsx'))

export type ImageCropProps = {
  image: Blob
  /** Called with the chosen square, as a picture of `size` by `size`. */
  onCrop: (picture: Blob) => void
  onCancel: () => void
  /** The edge of the picture in pixels. */
  size?: number
  /** Shows the part that a round portrait keeps; the picture is square all the same. */
  round?: boolean
  busy?: boolean
}

/** Lets the person choose a square of a picture. Fetched when there is a picture to crop. */
export function ImageCrop(props: ImageCropProps) {
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
      <OpenImageCrop {...props} />
    </Suspense>
  )
}
