import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

export type MenuItem =
  | {
      key: string
      label: ReactNode
      icon?: ReactNode
      /** Given where the item is a choice: whether it is the one. */
      selected?: boolean
      /** Whether the menu stays open for the next choice. */
      keepsOpen?: boolean
      onSelect: () => void
    }
  | 'separator'

type MenuProps = {
  /** A button; it gets its behaviour from here. */
  trigger: ReactNode
  items: readonly MenuItem[]
  label?: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

/** Opens when it mounts, and again whenever its button is pressed. */
export default function OpenMenu({ trigger, items, label, align = 'start', side = 'bottom' }: MenuProps) {
  const choices = items.some((item) => item !== 'separator' && item.selected !== undefined)
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 origin-(--radix-dropdown-menu-content-transform-origin) animate-appear overflow-y-auto rounded-card border border-line-strong bg-overlay p-1 shadow-float"
        >
          {label && (
            <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-12 font-medium text-faint">
              {label}
            </DropdownMenu.Label>
          )}
          {items.map((item, place) =>
            item === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no identity but its index
              <DropdownMenu.Separator key={`separator-${place}`} className="-mx-1 my-1 h-px bg-line" />
            ) : (
              <Item key={item.key} item={item} choices={choices} />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const LOOKS =
  'flex h-8 cursor-pointer items-center gap-3 rounded-inner px-2 outline-none select-none data-highlighted:bg-line pointer-coarse:h-target pointer-coarse:px-3'

function Item({ item, choices }: { item: Exclude<MenuItem, 'separator'>; choices: boolean }) {
  const content = (
    <>
      {item.icon && <span className="text-muted">{item.icon}</span>}
      <span className="flex-1 whitespace-nowrap">{item.label}</span>
      {choices && (
        <Check
          size={16}
          strokeWidth={1.75}
          className={item.selected ? 'text-text' : 'invisible'}
          aria-hidden
        />
      )}
    </>
  )
  // Choices tell screen readers whether they are the current one.
  if (item.selected !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        checked={item.selected}
        onSelect={(event) => {
          if (item.keepsOpen) event.preventDefault()
          item.onSelect()
        }}
        className={LOOKS}
      >
        {content}
      </DropdownMenu.CheckboxItem>
    )
  }
  return (
    <DropdownMenu.Item onSelect={item.onSelect} className={LOOKS}>
      {content}
    </DropdownMenu.Item>
  )
}
