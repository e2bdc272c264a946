import { Check } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props = Omit<ComponentProps<typeof Primitive.Root>, 'children'> & {
  children: ReactNode
  /** In its own frame, for a consent. */
  framed?: boolean
  invalid?: boolean
  describedBy?: string
}

export function Checkbox({ children, framed, invalid, describedBy, className, ...rest }: Props) {
  const id = useId()
  return (
    <div
      className={classNames(
        'flex items-start gap-3',
        framed && 'rounded-control border p-3',
        framed && (invalid ? 'border-loss-mark' : 'border-line-strong'),
        className,
      )}
    >
      <Primitive.Root
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className={classNames(
          'relative grid size-5 shrink-0 place-items-center rounded-inner border border-control bg-bg transition-colors',
          'after:absolute after:-inset-3 aria-invalid:border-loss-mark data-[state=checked]:border-inverse data-[state=checked]:bg-inverse data-[state=checked]:text-on-inverse',
        )}
        {...rest}
      >
        <Primitive.Indicator>
          <Check size={14} strokeWidth={2.5} aria-hidden />
        </Primitive.Indicator>
      </Primitive.Root>
      <label htmlFor={id} className="min-w-0 text-13 text-muted">
        {children}
      </label>
    </div>
  )
}
