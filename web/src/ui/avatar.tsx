import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { initials } from '#lib/session/person-name.ts'
import { classNames } from './class-names.ts'

const SIZES = {
  sm: 'size-6 text-12',
  md: 'size-8 text-12',
  lg: 'size-10 text-14',
  xl: 'size-16 text-20',
} as const

type Props = {
  name: string
  image?: string | null
  size?: keyof typeof SIZES
  /** Set where no name is shown beside it: the picture then has the name as its label. */
  alone?: boolean
  className?: string
}

/** A person's picture, or their initials if there is none or it cannot be fetched. */
export function Avatar({ name, image, size = 'md', alone = false, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const letters = initials(name)
  return (
    <span
      {...(alone ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-pill border border-line-strong bg-raised font-semibold text-muted select-none',
        SIZES[size],
        className,
      )}
    >
      {image && image !== broken ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(image)}
          className="size-full object-cover"
        />
      ) : letters ? (
        letters
      ) : (
        <UserRound strokeWidth={1.75} className="size-1/2" />
      )}
    </span>
  )
}
