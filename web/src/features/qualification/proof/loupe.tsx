import { useState } from 'react'
import type { Area } from './place.ts'

/** The longest side of what is enlarged, in pixels. */
const LONGEST = 240

type Props = { src: string; place: Area; turns: number; caption: string }

/** One place of a picture, enlarged, turned as the picture is. */
export function Loupe({ src, place, turns, caption }: Props) {
  const [ratio, setRatio] = useState(1)
  const lies = turns % 2 !== 0
  // The place's own proportions in the picture.
  const shape = (place.width * ratio) / place.height
  const width = shape >= 1 ? LONGEST : LONGEST * shape
  const height = width / shape
  return (
    <figure className="pointer-events-none absolute right-4 bottom-4 z-10 grid max-w-[calc(100%-2rem)] gap-1.5 rounded-card border border-line-strong bg-overlay p-3 shadow-float">
      <figcaption className="text-12 text-muted">{caption}</figcaption>
      <div
        className="relative max-w-full overflow-hidden rounded-inner bg-bg"
        style={lies ? { width: height, height: width } : { width, height }}
      >
        <div
          className="absolute top-1/2 left-1/2 overflow-hidden"
          style={{ width, height, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
        >
          <img
            src={src}
            alt=""
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio((naturalWidth || 1) / (naturalHeight || 1))
            }
            className="absolute max-w-none"
            style={{
              width: `${100 / place.width}%`,
              height: `${100 / place.height}%`,
              left: `${(-100 * place.x) / place.width}%`,
              top: `${(-100 * place.y) / place.height}%`,
            }}
          />
        </div>
      </div>
    </figure>
  )
}
