import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

type Item =
  | { key: string; label: ReactNode; icon?: ReactNode; selected?: boolean; onSelect: () => void }
  | 'separator'
type Props = {
  trigger: ReactNode
  items: readonly Item[]
  label?: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

export function Menu({ trigger, items, label, align = 'start', side = 'bottom' }: Props) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-[70dvh] min-w-48 overflow-y-auto rounded-card border border-line bg-overlay p-1 shadow-float"
        >
          {label && <DropdownMenu.Label className="px-3 py-2 text-12 text-muted">{label}</DropdownMenu.Label>}
          {items.map((item, index) =>
            item === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no identity but its place
              <DropdownMenu.Separator key={`separator-${index}`} className="my-1 h-px bg-line" />
            ) : (
              <DropdownMenu.Item
                key={item.key}
                onSelect={item.onSelect}
                className="flex h-9 cursor-pointer items-center gap-3 rounded-inner px-3 outline-none select-none data-highlighted:bg-raised pointer-coarse:h-11"
              >
                {item.icon && <span className="text-muted">{item.icon}</span>}
                <span className="flex-1">{item.label}</span>
                {item.selected && <Check size={16} strokeWidth={1.75} aria-hidden />}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
