import { classNames } from './class-names.ts'

/** A key of the keyboard, by its letter. `onLamp`: within the primary action. */
export const Kbd = ({ children, onLamp }: { children: string; onLamp?: boolean }) => (
  <kbd
    className={classNames(
      'inline-flex h-6 min-w-6 items-center justify-center rounded-key px-1.5 font-sans text-12 font-medium ring-1 ring-inset',
      onLamp ? 'text-on-lamp ring-on-lamp/50' : 'text-muted ring-line-strong',
    )}
  >
    {children}
  </kbd>
)
