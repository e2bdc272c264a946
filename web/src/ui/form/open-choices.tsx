import { Command, defaultFilter, useCommandState } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { AnchoredPanel, type AnchoredProps } from '#ui/overlay/anchored-panel.tsx'

export type Choice = {
  value: string
  label: string
  /** A few words at the right: a class of instrument, a country. */
  note?: string
  /** Other words that find it: `gold` for XAU/USD. */
  keywords?: readonly string[]
  disabled?: boolean
}

type ListProps = {
  choices: readonly Choice[]
  chosen: string | null
  onChoose: (choice: Choice) => void
  /** The letter that opened the list. */
  typed: string
  labelledBy?: string | undefined
}

/** The list under a combobox, with its search. */
export default function OpenChoices({
  choices,
  chosen,
  onChoose,
  typed,
  ...panel
}: ListProps & AnchoredProps) {
  return (
    <AnchoredPanel {...panel} className="w-(--radix-popper-anchor-width) min-w-60">
      <SearchedList
        choices={choices}
        chosen={chosen}
        onChoose={onChoose}
        typed={typed}
        labelledBy={panel.labelledBy}
        onDone={() => panel.onOpenChange(false)}
      />
    </AnchoredPanel>
  )
}

function SearchedList({
  choices,
  chosen,
  onChoose,
  typed,
  labelledBy,
  onDone,
}: ListProps & { onDone: () => void }) {
  const { t } = useTranslation('ui')
  const [search, setSearch] = useState(typed)
  return (
    <Command
      loop
      vimBindings={false}
      label={t('choices.search')}
      filter={matches}
      defaultValue={chosen ?? ''}
    >
      <div className="flex items-center gap-2 border-b border-line-strong px-3 text-muted">
        <Search size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <Command.Input
          value={search}
          onValueChange={setSearch}
          // React sets the focus: the panel would select the letter that opened it, and the next letter would replace it.
          autoFocus
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          placeholder={t('choices.search')}
          onKeyDown={(event) => {
            if (event.key !== 'Tab') return
            event.preventDefault()
            onDone()
          }}
          className="h-10 min-w-0 flex-1 bg-transparent text-16 text-text outline-none pointer-fine:text-14"
        />
      </div>
      <Command.List
        aria-label={t('choices.list')}
        aria-labelledby={labelledBy}
        className="max-h-[min(320px,calc(var(--radix-popper-available-height)-44px))] scroll-py-1 overflow-y-auto p-1"
      >
        {choices.map((choice) => (
          <Item
            key={choice.value}
            choice={choice}
            chosen={choice.value === chosen}
            onSelect={() => onChoose(choice)}
          />
        ))}
        <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
          {search === '' ? t('choices.none') : t('choices.empty', { search })}
        </Command.Empty>
      </Command.List>
      <FoundCount />
    </Command>
  )
}

/** Tells screen readers how many choices the search leaves. */
function FoundCount() {
  const { t } = useTranslation('ui')
  const count = useCommandState((state) => state.filtered.count)
  return (
    <span role="status" className="sr-only">
      {t('choices.results', { count })}
    </span>
  )
}

function Item({ choice, chosen, onSelect }: { choice: Choice; chosen: boolean; onSelect: () => void }) {
  return (
    <Command.Item
      value={choice.value}
      keywords={[choice.label, ...(choice.keywords ?? [])]}
      disabled={choice.disabled ?? false}
      onSelect={onSelect}
      // In this pattern `selected` marks the line under the arrow keys, and `checked` the chosen one.
      aria-checked={chosen}
      className="flex min-h-8 cursor-pointer items-center gap-3 rounded-inner px-2 py-1 aria-disabled:cursor-default aria-disabled:opacity-45 data-[selected=true]:bg-line pointer-coarse:min-h-target"
    >
      <span className="min-w-0 flex-1 truncate">{choice.label}</span>
      {choice.note && <span className="truncate text-13 text-muted">{choice.note}</span>}
      <Check
        size={16}
        strokeWidth={1.75}
        className={chosen ? 'shrink-0' : 'invisible shrink-0'}
        aria-hidden
      />
    </Command.Item>
  )
}

/** `etats` finds `États-Unis`. The value itself is not searched: people see the label only. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const matches = (_value: string, search: string, words: string[] = []) =>
  Math.max(0, ...words.map((word) => defaultFilter(plain(word), plain(search))))
