import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { useField } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { applyEdit, insertText, selected } from './markdown-area.ts'
import { edit, nextItem, type Tool } from './markdown-edit.ts'
import { MarkdownTools } from './markdown-tools.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { HOLDS, type TextMark, TextMarks } from './text-marks.tsx'

type Props = {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Where it stands outside a `Field`. */
  label?: string
  rows?: number
  maxLength?: number
  disabled?: boolean
  /** What stands for a picture in the text, once it is kept; null where there is none. Without it pictures are not taken. */
  pictures?: { paste: (file: File) => Promise<string | null>; choose: () => Promise<string | null> }
  /** Parts of the text to underline, and what the underlining means. */
  marks?: { of: readonly TextMark[]; legend: string }
  /** Fills the room it is given, without a frame of its own. */
  bare?: boolean
  /** The field itself, for an owner that inserts text or follows the caret. */
  area?: RefObject<HTMLTextAreaElement | null>
  /** More attributes of the field, such as those of a list of suggestions. */
  naming?: Readonly<Record<string, string | undefined>>
  /** Called first; true if the owner handled the key. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** Called when the caret moved. */
  onCaret?: () => void
  /** How the preview draws a text, where it is not a text of ours. */
  draw?: (text: string) => ReactNode
  /** More tools, after ours. */
  tools?: ReactNode
  /** Between the field and the foot. */
  below?: ReactNode
  /** In place of the hint. */
  foot?: ReactNode
}

const SHORTCUTS: Readonly<Record<string, Tool>> = { b: 'bold', i: 'italic', k: 'link', e: 'code' }

export default function MarkdownDesk(props: Props) {
  const {
    value,
    onChange,
    placeholder,
    label,
    rows = 8,
    maxLength,
    disabled,
    pictures,
    bare,
    draw,
    marks,
  } = props
  const { t } = useTranslation('ui')
  const naming = useField()
  const hint = useId()
  const own = useRef<HTMLTextAreaElement>(null)
  const area = props.area ?? own
  const [mode, setMode] = useState<'write' | 'preview'>('write')
  const writes = mode === 'write'
  const samples = { text: t('editor.sample.text'), link: t('editor.sample.link') }

  // What decides where letters stand: the same for the text and for the lines under it.
  const set = classNames(
    'p-3',
    marks && '[scrollbar-gutter:stable]',
    bare ? 'font-mono text-13' : 'text-16 proportional-nums',
  )
  const use = (tool: Tool) => {
    if (area.current) applyEdit(area.current, edit(selected(area.current), tool, samples))
  }
  const put = async (asked: Promise<string | null> | undefined) => {
    const text = await asked
    if (text && area.current) insertText(area.current, text)
  }
  /** Pictures that are pasted or dropped; whatever else is, the browser takes itself. */
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    const file = [...files].find(({ type }) => type.startsWith('image/'))
    if (!pictures || !file) return
    event.preventDefault()
    void put(pictures.paste(file))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During input composition, Enter and letters belong to the composition.
    if (event.nativeEvent.isComposing || props.onKey?.(event)) return
    const tool = event.ctrlKey || event.metaKey ? SHORTCUTS[event.key.toLowerCase()] : undefined
    if (tool && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      use(tool)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      const next = nextItem(selected(event.currentTarget))
      if (!next) return
      event.preventDefault()
      applyEdit(event.currentTarget, next)
    }
  }

  const writing = (
    <textarea
      ref={area}
      {...naming}
      {...props.naming}
      aria-label={label}
      aria-describedby={classNames(naming['aria-describedby'], hint)}
      value={value}
      rows={rows}
      maxLength={maxLength}
      placeholder={placeholder}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
      onSelect={props.onCaret}
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDrop={(event) => take(event, event.dataTransfer.files)}
      className={classNames(
        'block w-full bg-transparent outline-none placeholder:text-faint',
        marks && 'relative',
        set,
        bare ? 'min-h-0 flex-1 resize-none' : 'resize-y',
      )}
    />
  )
  const modes = (
    <Segmented
      label={t('editor.mode')}
      value={mode}
      onChange={setMode}
      options={[
        { value: 'write', label: t('editor.write') },
        { value: 'preview', label: t('editor.preview') },
      ]}
    />
  )
  return (
    <div
      className={classNames(
        'w-full overflow-hidden',
        bare
          ? 'flex h-full min-h-0 flex-col'
          : 'rounded-control border border-control bg-bg transition-colors',
        'has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-focus',
        naming['aria-invalid'] && 'border-loss-mark',
        disabled && 'opacity-50',
      )}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center gap-y-1 border-b border-line p-1.5',
          draw ? 'gap-x-2' : 'justify-between gap-x-3',
        )}
      >
        {draw && modes}
        <MarkdownTools
          disabled={!writes || disabled === true}
          short={draw !== undefined}
          onUse={use}
          {...(pictures ? { onPicture: () => void put(pictures.choose()) } : {})}
        />
        {props.tools}
        {marks && <p className={classNames('px-1.5 text-12 text-muted', HOLDS)}>{marks.legend}</p>}
        {!bare && !draw && modes}
      </div>
      {writes ? (
        marks ? (
          <div className={classNames('relative', bare && 'flex min-h-0 flex-1')}>
            <TextMarks text={value} marks={marks.of} area={area} className={set} />
            {writing}
          </div>
        ) : (
          writing
        )
      ) : (
        <div className="min-h-48 p-3">
          {value.trim() ? (
            (draw?.(value) ?? <MarkdownView text={value} under={3} />)
          ) : (
            <p className="text-muted">{t('editor.nothing')}</p>
          )}
        </div>
      )}
      {props.below}
      <p
        id={hint}
        className={bare || props.foot ? 'sr-only' : 'border-t border-line px-3 py-1.5 text-12 text-faint'}
      >
        {t('editor.hint')}
      </p>
      {props.foot}
    </div>
  )
}
