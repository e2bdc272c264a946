import { CircleAlert, Diamond } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '#ui/class-names.ts'

type Naming = { id: string; describedBy: string | undefined; invalid: boolean }
const NamingContext = createContext<Naming | null>(null)

/** The attributes that tie a control to its field's label, help and error. */
export function useField(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const naming = useContext(NamingContext)
  if (!naming) return {}
  return {
    id: naming.id,
    ...(naming.describedBy ? { 'aria-describedby': naming.describedBy } : {}),
    ...(naming.invalid ? { 'aria-invalid': true as const } : {}),
  }
}

/** The same for a control of several parts, which a label cannot point at: its name comes from the label's id. */
export function useFieldGroup(): {
  'aria-labelledby'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
} {
  const { id, ...rest } = useField()
  return id ? { 'aria-labelledby': `${id}-label`, ...rest } : rest
}

type Props = {
  label: ReactNode
  /** Shown at the right of the label: "optional", or a rule. */
  optional?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** The value may not be what was meant: the person confirms it elsewhere on the screen, or changes it here. */
  ask?: ReactNode
  className?: string
  children: ReactNode
}

export function Field({ label, optional, hint, error, ask, className, children }: Props) {
  const id = useId()
  const describedBy = error ? `${id}-error` : ask ? `${id}-ask` : hint ? `${id}-hint` : undefined
  return (
    <NamingContext value={{ id, describedBy, invalid: Boolean(error) }}>
      <div className={classNames('grid content-start gap-1.5', className)}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <label id={`${id}-label`} htmlFor={id} className="text-13 font-medium text-muted">
            {label}
          </label>
          {optional && <span className="text-12 text-faint">{optional}</span>}
        </div>
        {children}
        {error ? (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-12 text-loss">
            <CircleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
            <span>{error}</span>
          </p>
        ) : ask ? (
          <p id={`${id}-ask`} className="flex items-center gap-1.5 text-12 text-warn">
            <Diamond size={10} fill="currentColor" strokeWidth={0} className="shrink-0" aria-hidden />
            <span>{ask}</span>
          </p>
        ) : (
          hint && (
            <p id={`${id}-hint`} className="text-12 text-muted">
              {hint}
            </p>
          )
        )}
      </div>
    </NamingContext>
  )
}
