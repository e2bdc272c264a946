import { type ReactNode, useState } from 'react'
import { classNames } from '#ui/class-names.ts'

/** Of most documents. */
const UNKNOWN = { width: 3, height: 4 }

type Props = {
  src: string
  alt: string
  /** Times the width of its place. */
  zoom: number
  /** Quarter turns clockwise. */
  turns: number
  onError: () => void
  /** Once it is drawn: how wide it is, in its own pixels. */
  onWidth: (width: number) => void
  /** What lies over it, once its proportions are known. */
  children?: ReactNode
}

/** A picture in its own proportions, enlarged and turned within a place that scrolls. */
export function ProofPicture({ src, alt, zoom, turns, onError, onWidth, children }: Props) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const { width, height } = size ?? UNKNOWN
  const lies = turns % 2 !== 0
  return (
    <div
      className="relative mx-auto rounded-inner bg-raised"
      style={{ width: `${zoom * 100}%`, aspectRatio: lies ? height / width : width / height }}
    >
      <img
        src={src}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })
          onWidth(naturalWidth)
        }}
        onError={onError}
        // It comes with its masks, never before them.
        className={classNames('absolute top-1/2 left-1/2 max-w-none rounded-inner', !size && 'invisible')}
        style={{
          width: lies ? `${(width / height) * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
        }}
      />
      {size && children}
    </div>
  )
}
