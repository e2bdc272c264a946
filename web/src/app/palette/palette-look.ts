// The looks that the palette shares with the field that waits for its code: one replaces the other while somebody types.
export const PANEL =
  'fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-144 animate-appear overflow-hidden rounded-card border border-line-strong bg-overlay shadow-float'
export const SCRIM = 'fixed inset-0 z-50 animate-fade bg-scrim'
export const FIELD = 'flex items-center gap-3 border-b border-line-strong px-4'
export const INPUT = 'h-12 flex-1 bg-transparent text-16 outline-none'
export const ICON = {
  size: 16,
  strokeWidth: 1.75,
  'aria-hidden': true,
  className: 'shrink-0 text-muted',
} as const
