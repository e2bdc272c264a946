import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ICON } from './palette-look.ts'

export type Row = { key: string; text: string; detail?: string; Icon: LucideIcon; onSelect: () => void }
export type Rows = { title: string; rows: readonly Row[] }

export function PaletteGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

export function PaletteItem({ row: { key, text, detail, Icon, onSelect } }: { row: Row }) {
  return (
    <Command.Item
      value={key}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-inner px-2 data-[selected=true]:bg-line pointer-coarse:h-target"
    >
      <Icon {...ICON} />
      <span className="truncate">{text}</span>
      {detail && <span className="tabular ml-auto truncate pl-4 text-13 text-muted">{detail}</span>}
    </Command.Item>
  )
}
