import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const OpenImageCrop = lazyPart(() => import('./open-image-crop.tsx'))

/** Lets the person choose a square of a picture. Fetched when there is a picture to crop. */
export function ImageCrop(props: ComponentProps<typeof OpenImageCrop>) {
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
      <OpenImageCrop {...props} />
    </Suspense>
  )
}
