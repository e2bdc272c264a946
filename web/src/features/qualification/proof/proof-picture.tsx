import { type ReactNode, useState } from 'react'

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
  /** What lies over it. */
  children?: ReactNode
}

/** A picture in its own proportions, enlarged and turned within a place that scrolls. */
export function ProofPicture({ src, alt, zoom, turns, onError, onWidth, children }: Props) {
  const [size, setSize] = useState({ width: 1, height: 1 })
  const { width, height } = size
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
        className="absolute top-1/2 left-1/2 max-w-none rounded-inner"
        style={{
          width: lies ? `${(width / height) * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
        }}
      />
      {children}
    </div>
  )
}
