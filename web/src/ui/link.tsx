import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { classNames } from './class-names.ts'

export function Link({ className, ...rest }: ComponentProps<typeof RouterLink>) {
  return (
    <RouterLink
      className={classNames(
        'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current',
        className,
      )}
      {...rest}
    />
  )
}
