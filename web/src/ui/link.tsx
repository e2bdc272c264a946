import { type LinkProps, Link as RouterLink } from '#lib/browser/router-link.tsx'
import { classNames } from './class-names.ts'

export function Link({ className, ...rest }: LinkProps) {
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
