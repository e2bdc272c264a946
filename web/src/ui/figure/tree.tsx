import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { type TreeLine, type TreeNode, treeLines, treeMove } from './tree-order.ts'

type Props<Data> = {
  label: string
  nodes: readonly TreeNode<Data>[]
  /** The keys of the nodes that are open at first. */
  open?: readonly string[]
  selected?: string | null
  onSelect: (node: TreeNode<Data>) => void
  /** What stands at the right of a line, such as a ring. */
  trailing?: (node: TreeNode<Data>) => ReactNode
}

/** Nested things as the ARIA tree has them: one stop of Tab, arrows to move, open and close, letters to find. */
export function Tree<Data>({ label, nodes, open: first = [], selected, onSelect, trailing }: Props<Data>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first))
  const [current, setCurrent] = useState(selected ?? nodes[0]?.key)
  const list = useRef<HTMLDivElement>(null)
  const lines = treeLines(nodes, open)
  // What was closed over the current line leaves no line to come back to but the first.
  const stop = lines.some(({ node }) => node.key === current) ? current : lines[0]?.node.key

  const put = (keys: readonly string[], shown: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      for (const key of keys) shown ? next.add(key) : next.delete(key)
      return next
    })
  const activate = ({ node, open: shown }: TreeLine<Data>) => {
    if (shown === null) onSelect(node)
    else put([node.key], !shown)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || stop === undefined) return
    const line = lines.find(({ node }) => node.key === stop)
    const move = treeMove(lines, stop, event.key)
    if (line && (event.key === 'Enter' || event.key === ' ')) activate(line)
    else if (move?.open) put(move.open, true)
    else if (move?.close) put([move.close], false)
    else if (move?.focus)
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(move.focus)}"]`)?.focus()
    else return
    event.preventDefault()
  }

  return (
    <div ref={list} role="tree" aria-label={label} onKeyDown={onKeyDown} className="grid w-full">
      {lines.map((line) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the whole tree's
        <div
          key={line.node.key}
          role="treeitem"
          data-key={line.node.key}
          aria-level={line.level}
          aria-posinset={line.place}
          aria-setsize={line.siblings}
          aria-expanded={line.open ?? undefined}
          aria-selected={line.open === null ? line.node.key === selected : undefined}
          tabIndex={line.node.key === stop ? 0 : -1}
          onFocus={() => setCurrent(line.node.key)}
          onClick={() => activate(line)}
          style={{ paddingInlineStart: `calc(var(--spacing) * ${2 + (line.level - 1) * 5})` }}
          className={classNames(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded-inner pr-2 transition-colors select-none -outline-offset-2! hover:bg-raised pointer-coarse:min-h-11',
            line.node.key === selected ? 'bg-raised font-medium text-text' : 'text-muted hover:text-text',
          )}
        >
          <ChevronRight
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className={classNames(
              'shrink-0 text-faint transition-transform',
              line.open === null && 'invisible',
              line.open && 'rotate-90',
            )}
          />
          <span className="min-w-0 flex-1 truncate">{line.node.title}</span>
          {trailing?.(line.node)}
        </div>
      ))}
    </div>
  )
}
