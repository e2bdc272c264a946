import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const OpenImageCrop = lazy(() => import('./open-image-crop.tsx'))

/** The square of a picture that one keeps. Fetched when a picture is there to be cut. */
export function ImageCrop(props: ComponentProps<typeof OpenImageCrop>) {
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
      <OpenImageCrop {...props} />
    </Suspense>
  )
}
