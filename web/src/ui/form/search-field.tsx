import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Input } from './input.tsx'

type Props = {
  label: string
  value: string
  /** Called when the typing pauses. */
  onChange: (value: string) => void
  /** Keys that lead to it, for assistive technology. */
  keys?: string
  className?: string
}

const REST_MS = 250

/** A search: the address follows when the typing pauses, and the field follows the address. */
export function SearchField({ label, value, onChange, keys, className }: Props) {
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  if (value !== told) {
    setTold(value)
    setTyped(value)
  }
  const tell = (words: string) => {
    setTold(words)
    onChange(words)
  }
  const tellTyped = useEffectEvent(() => tell(typed))
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(tellTyped, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, told])
  return (
    <div className={className}>
      <Input
        type="search"
        size_="md"
        className="md:text-14"
        aria-label={label}
        aria-keyshortcuts={keys}
        placeholder={label}
        autoComplete="off"
        maxLength={100}
        value={typed}
        leading={<Search size={16} strokeWidth={1.75} aria-hidden />}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || (typed === '' && told === '')) return
          setTyped('')
          tell('')
        }}
      />
    </div>
  )
}
