/** A key of the keyboard, by its letter. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-key px-1.5 font-sans text-12 font-medium text-muted ring-1 ring-line-strong ring-inset">
    {children}
  </kbd>
)
