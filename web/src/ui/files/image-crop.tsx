import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const OpenImageCrop = lazy(() => import('./open-image-crop.tsx'))

/** Lets the person choose a square of a picture. Fetched when there is a picture to crop. */
export function ImageCrop(props: ComponentProps<typeof OpenImageCrop>) {
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
      <OpenImageCrop {...props} />
    </Suspense>
  )
}
