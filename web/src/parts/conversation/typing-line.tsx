import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'

type Props = { names: readonly string[]; more: number }

/** Who is writing now. */
export function TypingLine({ names, more }: Props) {
  const { t } = useTranslation('conversation')
  const [one, other] = names
  return (
    <TypingWords>
      {one &&
        (more > 0
          ? t('typing.many', { one, count: more + 1 })
          : other
            ? t('typing.two', { one, other })
            : t('typing.one', { one }))}
    </TypingWords>
  )
}

/** Words beside moving dots. Their place is kept, so that nothing moves when somebody begins. */
export const TypingWords = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <p role="status" className={`flex h-8 items-center gap-2 text-13 text-muted ${className}`}>
    {children && (
      <>
        <span aria-hidden className="flex gap-0.5">
          <i className="size-1 animate-pulse rounded-pill bg-muted" />
          <i className="size-1 animate-pulse rounded-pill bg-muted [animation-delay:150ms]" />
          <i className="size-1 animate-pulse rounded-pill bg-muted [animation-delay:300ms]" />
        </span>
        <bdi className="truncate">{children}</bdi>
      </>
    )}
  </p>
)
