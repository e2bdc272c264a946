import { type Ref, useState } from 'react'
import { parse, stringify } from 'yaml'
import { useTranslation } from '#lib/language/i18n.ts'
import { Textarea } from '#ui/form/textarea.tsx'

type Props = {
  'aria-label'?: string | undefined
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  ref: Ref<HTMLTextAreaElement>
}

const written = (value: unknown) => (value === null || value === undefined ? '' : stringify(value).trim())

/** A structured value as YAML. While what stands there cannot be read, the last value that could stays. */
export function DataInput({ value, onChange, ...field }: Props) {
  const { t } = useTranslation('studio')
  const [text, setText] = useState(() => written(value))
  const [kept, setKept] = useState(value)
  const [broken, setBroken] = useState(false)
  // Restored from a version, or changed by a colleague.
  if (value !== kept) {
    setKept(value)
    setText(written(value))
    setBroken(false)
  }
  const change = (typed: string) => {
    setText(typed)
    try {
      const read: unknown = typed.trim() === '' ? null : parse(typed, { schema: 'core' })
      setBroken(false)
      setKept(read)
      onChange(read)
    } catch {
      setBroken(true)
    }
  }
  return (
    <>
      <Textarea
        {...field}
        className="font-mono text-13"
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        aria-invalid={broken || undefined}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {broken && <span className="text-13 text-loss">{t('yaml')}</span>}
    </>
  )
}
