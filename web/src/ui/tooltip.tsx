import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export const TooltipProvider = Primitive.Provider

export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Root delayDuration={200}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-72 rounded-control border border-line bg-overlay px-3 py-2 text-13 text-text shadow-float"
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** A term with its definition one hover, tap or focus away. */
export function Definition({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <Tooltip content={children}>
      <button
        type="button"
        className="cursor-help text-left underline decoration-dotted decoration-line-strong underline-offset-4"
      >
        {term}
      </button>
    </Tooltip>
  )
}
