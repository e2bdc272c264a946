import { Command } from 'cmdk'
import {
  BookOpenText,
  ChartCandlestick,
  Contrast,
  Languages,
  type LucideIcon,
  MessagesSquare,
  Moon,
  RadioTower,
  Search,
  Sun,
  UserRound,
} from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from 'mails/languages'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { setPalette, setTheme, usePalette } from '#lib/browser/theme.ts'
import { setLanguage, useTranslation } from '#lib/language/i18n.ts'
import { DASHBOARD, GROUPS, type Place, SUPPORT } from '../routing/navigation.ts'
import { instrumentNamed } from './instrument-named.ts'
import { ACTS, hasWords, PLACES } from './palette-entries.ts'
import { type Found, useFound } from './palette-search.ts'
import { rank, SURE } from './rank.ts'
import { useOfficePlaces } from './use-office-places.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }
type Row = { key: string; text: string; detail?: string; Icon: LucideIcon; onSelect: () => void }
type Rows = { title: string; rows: readonly Row[] }

/** Screens and acts shown for a typed text. */
const MOST = 6

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-muted' } as const

const FOUND: Record<Found['kind'], LucideIcon> = {
  instrument: ChartCandlestick,
  signal: RadioTower,
  content: BookOpenText,
  thread: MessagesSquare,
}

/** Opens any screen or act by what people call it, any result of the database search, and the settings available everywhere. */
export default function CommandPalette({ open, onOpenChange }: Props) {
  const { t, i18n } = useTranslation('shell')
  const { t: own } = useTranslation('palette')
  const { t: app } = useTranslation('app')
  const navigate = useNavigate()
  const palette = usePalette()
  const office = useOfficePlaces()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  // What the database finds comes later, above or below: until somebody moves, the first row is the one that Enter opens.
  const [moved, setMoved] = useState(false)
  const found = useFound(typed, i18n.language)
  const type = (text: string) => {
    setTyped(text)
    setMoved(false)
  }
  const show = (next: boolean) => {
    // The next opening starts with an empty search.
    if (!next) type('')
    onOpenChange(next)
  }
  const close = (then: () => void) => () => {
    show(false)
    then()
  }
  const go = (to: string) => close(() => void navigate(to))
  const leave = close(async () => {
    const { signOut } = await import('#lib/session/auth.ts')
    await signOut()
  })
  const look: readonly Row[] = [
    { key: 'dark', text: t('search.dark'), Icon: Moon, onSelect: close(() => setTheme('dark')) },
    { key: 'light', text: t('search.light'), Icon: Sun, onSelect: close(() => setTheme('light')) },
    {
      key: 'colourBlind',
      text: app('themes.colourBlind'),
      Icon: Contrast,
      onSelect: close(() => setPalette(palette === 'cb' ? 'default' : 'cb')),
    },
    ...LANGUAGES.filter((code) => code !== i18n.language).map((code) => ({
      key: code,
      text: LANGUAGE_NAMES[code],
      Icon: Languages,
      onSelect: close(() => void setLanguage(code)),
    })),
  ]
  const place = ({ key, to, icon }: Place): Row => ({
    key,
    text: app(`places.${key}`),
    Icon: icon,
    onSelect: go(to),
  })
  const account: Row = {
    key: 'account',
    text: t('menus.myAccount'),
    Icon: UserRound,
    onSelect: go('/mon-compte'),
  }
  const named = [
    ...PLACES.map(place),
    ...ACTS.map(({ key, to, icon }) => ({
      key,
      text: own(`acts.${key}`),
      Icon: icon,
      onSelect: to ? go(to) : leave,
    })),
    account,
    ...office.map(({ to, ...row }) => ({ ...row, onSelect: go(to) })),
    ...look,
  ]
  const ranked = rank(
    typed,
    named.map(({ key, text }) => ({ key, title: text, words: hasWords(key) ? own(`words.${key}`) : '' })),
  )
  const rows = (sure: boolean) =>
    ranked
      .filter(({ score }) => score >= SURE === sure)
      .slice(0, MOST)
      .flatMap(({ key }) => named.find((row) => row.key === key) ?? [])
  const results = found.map(({ kind, rows: of }) => ({
    title: t(`search.kinds.${kind}`),
    rows: of.map(
      (row): Row => ({
        key: `${kind} ${row.key}`,
        text: row.title,
        detail: row.detail,
        Icon: FOUND[kind],
        onSelect: go(row.href),
      }),
    ),
  }))
  // An instrument called by its name is what was meant; otherwise the screens that surely are come first.
  const byName = instrumentNamed(typed) !== null
  const groups: readonly Rows[] =
    typed.trim() === ''
      ? [
          ...GROUPS.map(({ key, places }) => ({ title: t(`groups.${key}`), rows: places.map(place) })),
          { title: t('search.account'), rows: [place(DASHBOARD), account, place(SUPPORT)] },
          { title: app('menus.look'), rows: look },
        ]
      : [
          ...(byName ? results.slice(0, 1) : []),
          { title: own('title'), rows: rows(true) },
          ...(byName ? results.slice(1) : results),
          { title: own('title'), rows: rows(false) },
        ].filter((group) => group.rows.length > 0)
  return (
    <Dialog.Root open={open} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-144 animate-appear overflow-hidden rounded-card border border-line-strong bg-overlay shadow-float"
        >
          <Dialog.Title className="sr-only">{t('search.title')}</Dialog.Title>
          <Command
            loop
            label={t('search.title')}
            shouldFilter={false}
            value={moved ? chosen : (groups[0]?.rows[0]?.key ?? '')}
            onValueChange={setChosen}
            onKeyDown={({ key }) => {
              if (/^(Arrow|Home|End)/.test(key)) setMoved(true)
            }}
          >
            <div className="flex items-center gap-3 border-b border-line-strong px-4">
              <Search {...icon} />
              <Command.Input
                value={typed}
                onValueChange={type}
                placeholder={t('search.placeholder')}
                className="h-12 flex-1 bg-transparent text-16 outline-none"
              />
            </div>
            <Command.List
              aria-label={t('search.title')}
              onPointerMove={() => setMoved(true)}
              className="max-h-[min(60dvh,440px)] scroll-py-2 overflow-y-auto p-2"
            >
              <Command.Empty className="px-3 py-8 text-center text-muted">{t('search.empty')}</Command.Empty>
              {groups.map((group) => (
                <Group key={group.rows[0]?.key} title={group.title}>
                  {group.rows.map((row) => (
                    <Item key={row.key} row={row} />
                  ))}
                </Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

function Item({ row: { key, text, detail, Icon, onSelect } }: { row: Row }) {
  return (
    <Command.Item
      value={key}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-inner px-2 data-[selected=true]:bg-line pointer-coarse:h-target"
    >
      <Icon {...icon} />
      <span className="truncate">{text}</span>
      {detail && <span className="tabular ml-auto truncate pl-4 text-13 text-muted">{detail}</span>}
    </Command.Item>
  )
}
