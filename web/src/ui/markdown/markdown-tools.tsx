import {
  Bold,
  Code,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { Tool } from './markdown-edit.ts'

const TOOLS: readonly [Tool, LucideIcon, string?][] = [
  ['bold', Bold, 'B'],
  ['italic', Italic, 'I'],
  ['heading', Heading2],
  ['quote', TextQuote],
  ['list', List],
  ['numbers', ListOrdered],
  ['code', Code, 'E'],
  ['link', Link, 'K'],
]

type Props = {
  disabled: boolean
  /** Short texts need no headings and no numbers. */
  short?: boolean
  onUse: (tool: Tool) => void
  onPicture?: () => void
}

const LONG: readonly Tool[] = ['heading', 'numbers']

/** One tab stop for all buttons; the arrow keys move between them. */
export function MarkdownTools({ disabled, short = false, onUse, onPicture }: Props) {
  const { t } = useTranslation('ui')
  const tools = TOOLS.filter(([tool]) => !(short && LONG.includes(tool)))
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const control = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl '
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = bar.current?.querySelectorAll('button') ?? []
    const last = buttons.length - 1
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    buttons[(to + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('editor.tools')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex flex-wrap gap-0.5"
    >
      {tools.map(([tool, Icon, key], place) => (
        <Button
          key={tool}
          size="sm"
          variant="ghost"
          iconOnly
          disabled={disabled}
          tabIndex={place === current ? 0 : -1}
          aria-label={t(`editor.${tool}`)}
          aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
          title={key ? `${t(`editor.${tool}`)} (${control}${key})` : t(`editor.${tool}`)}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          onFocus={() => setCurrent(place)}
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(tool)}
          className="pointer-coarse:size-11"
        />
      ))}
      {onPicture && (
        <Button
          size="sm"
          variant="ghost"
          iconOnly
          disabled={disabled}
          tabIndex={current === tools.length ? 0 : -1}
          aria-label={t('editor.picture')}
          title={t('editor.picture')}
          icon={<Image size={16} strokeWidth={1.75} aria-hidden />}
          onFocus={() => setCurrent(tools.length)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onPicture}
          className="pointer-coarse:size-11"
        />
      )}
    </div>
  )
}
