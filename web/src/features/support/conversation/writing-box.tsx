import type { ClipboardEvent, ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react'
import { classNames } from '#ui/class-names.ts'
import { AttachmentList } from './attachment-list.tsx'
import type { useAttachments } from './use-attachments.ts'

type Props = {
  area: RefObject<HTMLTextAreaElement | null>
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  placeholder: string
  maxLength: number
  rows?: number
  attachments?: ReturnType<typeof useAttachments>
  /** A key that something above the field uses first. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  onCaret?: () => void
  /** The attributes that tie the field to a list of suggestions. */
  naming?: Partial<ComponentProps<'textarea'>>
  warn?: boolean
  head?: ReactNode
  foot: ReactNode
}

/** Where one writes in a ticket: plain text, with files that are chosen, dropped or pasted. Ctrl Enter sends. */
export function WritingBox(props: Props) {
  const { area, label, value, onChange, onSubmit, placeholder, attachments, onKey, onCaret, head, foot } =
    props
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (onKey?.(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }
  const paste = (event: ClipboardEvent) => {
    if (!attachments || event.clipboardData.files.length === 0) return
    event.preventDefault()
    attachments.add([...event.clipboardData.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way beside the button
    <div
      className={classNames(
        'overflow-hidden rounded-card border bg-surface has-[textarea:focus-visible]:border-text',
        props.warn ? 'border-warn' : 'border-control',
      )}
      onDragOver={(event) => attachments && event.preventDefault()}
      onDrop={(event) => {
        if (!attachments) return
        event.preventDefault()
        attachments.add([...event.dataTransfer.files])
      }}
    >
      {head}
      <textarea
        ref={area}
        aria-label={label}
        value={value}
        rows={props.rows ?? 3}
        maxLength={props.maxLength}
        placeholder={placeholder}
        onChange={({ target }) => {
          onChange(target.value)
          onCaret?.()
        }}
        onSelect={onCaret}
        onKeyDown={key}
        onPaste={paste}
        {...props.naming}
        className={classNames(
          'block field-sizing-content max-h-80 min-h-16 w-full resize-none px-4 py-3 text-[0.9375rem]/6 outline-none placeholder:text-faint max-lg:text-16',
          props.warn ? 'bg-warn-tint' : 'bg-transparent',
        )}
      />
      {attachments && <AttachmentList attachments={attachments} />}
      {foot}
    </div>
  )
}
