import { Command, defaultFilter, useCommandState } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { AnchoredPanel } from '#ui/overlay/anchored-panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { type Choice, type Choices, groupChoices, useFoundChoices } from './choice-search.ts'

export type OpenChoicesProps = {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLElement | null>
  labelledBy?: string | undefined
  label?: string | undefined
  choices: Choices
  chosen: readonly string[]
  onChoose: (choice: Choice) => void
  /** Given where several can be chosen: takes the last one off again, or all. */
  several?: { onBackspace: () => void; onClear: () => void }
  /** What was typed to open it. */
  typed: string
}

/** The list under a combobox, with its search. */
export default function OpenChoices({
  id,
  open,
  onOpenChange,
  trigger,
  labelledBy,
  label,
  ...rest
}: OpenChoicesProps) {
  return (
    <AnchoredPanel
      id={id}
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      labelledBy={labelledBy}
      label={label}
      className="w-(--radix-popper-anchor-width) min-w-60"
    >
      <SearchedList {...rest} labelledBy={labelledBy} label={label} onDone={() => onOpenChange(false)} />
    </AnchoredPanel>
  )
}

type ListProps = Omit<OpenChoicesProps, 'id' | 'open' | 'onOpenChange' | 'trigger'> & { onDone: () => void }

function SearchedList({ choices, chosen, onChoose, several, typed, labelledBy, label, onDone }: ListProps) {
  const { t } = useTranslation('ui')
  const [search, setSearch] = useState(typed)
  const { choices: found, state, retry } = useFoundChoices(choices, search)
  const asked = typeof choices === 'function'
  return (
    <Command
      loop
      vimBindings={false}
      label={t('choices.search')}
      shouldFilter={!asked}
      filter={matches}
      defaultValue={chosen[0] ?? ''}
    >
      <div className="flex items-center gap-2 border-b border-line-strong px-3 text-muted">
        {state === 'loading' ? (
          <Spinner />
        ) : (
          <Search size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        )}
        <Command.Input
          value={search}
          onValueChange={setSearch}
          // Focused by React, for the panel would select the letter that opened it and the next one would replace it.
          autoFocus
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          placeholder={t('choices.search')}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && search === '') several?.onBackspace()
            // Tab leaves the list, except towards a button that is in it.
            if (event.key === 'Tab' && !several && state !== 'failed') {
              event.preventDefault()
              onDone()
            }
          }}
          className="h-10 min-w-0 flex-1 bg-transparent text-16 text-text outline-none pointer-fine:text-14"
        />
      </div>
      <Command.List
        aria-label={label ?? t('choices.list')}
        aria-labelledby={labelledBy}
        aria-multiselectable={several ? true : undefined}
        aria-busy={state === 'loading'}
        className="max-h-[min(320px,calc(var(--radix-popper-available-height)-44px))] scroll-py-1 overflow-y-auto p-1"
      >
        {groupChoices(found).map(([group, members]) => (
          <Command.Group key={group} heading={group || undefined} className={GROUP}>
            {members.map((choice) => (
              <Item
                key={choice.value}
                choice={choice}
                chosen={chosen.includes(choice.value)}
                onSelect={() => onChoose(choice)}
              />
            ))}
          </Command.Group>
        ))}
        {state === 'ready' && (
          <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
            {search !== '' ? t('choices.empty', { search }) : asked ? t('choices.type') : t('choices.none')}
          </Command.Empty>
        )}
        {state === 'loading' && found.length === 0 && (
          <Command.Loading label={t('loading')}>
            <p className="px-3 py-6 text-center text-13 text-muted">{t('loading')}…</p>
          </Command.Loading>
        )}
      </Command.List>
      <Announcement waiting={state === 'loading'} />
      {state === 'failed' && (
        <div
          className="grid justify-items-center gap-3 px-3 pt-3 pb-4 text-center text-13 text-muted"
          role="alert"
        >
          {t('choices.failed')}
          <Button size="sm" onClick={retry}>
            {t('error.retry')}
          </Button>
        </div>
      )}
      {several && chosen.length > 0 && (
        <div className="flex items-center justify-between gap-3 border-t border-line-strong py-1 pr-1 pl-3 text-13 text-muted">
          <span aria-live="polite">{t('choices.chosen', { count: chosen.length })}</span>
          <Button size="sm" variant="ghost" onClick={several.onClear}>
            {t('choices.clear')}
          </Button>
        </div>
      )}
    </Command>
  )
}

/** How many are left as one types: who does not see the list shrink is told. */
function Announcement({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('ui')
  const count = useCommandState((state) => state.filtered.count)
  return (
    <span role="status" className="sr-only">
      {waiting ? t('loading') : t('choices.results', { count })}
    </span>
  )
}

const GROUP =
  '**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted'

function Item({ choice, chosen, onSelect }: { choice: Choice; chosen: boolean; onSelect: () => void }) {
  return (
    <Command.Item
      value={choice.value}
      keywords={[choice.label, ...(choice.keywords ?? [])]}
      disabled={choice.disabled ?? false}
      onSelect={onSelect}
      // In this pattern `selected` is the line under the arrow keys; whether it is chosen is told by `checked`.
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

/** `etats` finds `États-Unis`; the value itself is not searched, only what the person can know. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const matches = (_value: string, search: string, words: string[] = []) =>
  Math.max(0, ...words.map((word) => defaultFilter(plain(word), plain(search))))
