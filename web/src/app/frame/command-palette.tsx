import { Command, defaultFilter } from 'cmdk'
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
import { DASHBOARD, GROUPS, SUPPORT } from '../routing/navigation.ts'
import { type Found, useFound } from '../routing/palette-search.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-muted' } as const

const FOUND: Record<Found['kind'], LucideIcon> = {
  instrument: ChartCandlestick,
  signal: RadioTower,
  content: BookOpenText,
  thread: MessagesSquare,
}

/** Opens any screen by its name, any result of the database search, and the settings available everywhere. */
export default function CommandPalette({ open, onOpenChange }: Props) {
  const { t, i18n } = useTranslation('shell')
  const { t: app } = useTranslation('app')
  const navigate = useNavigate()
  const palette = usePalette()
  const [typed, setTyped] = useState('')
  const found = useFound(typed, i18n.language)
  const show = (next: boolean) => {
    // The next opening starts with an empty search.
    if (!next) setTyped('')
    onOpenChange(next)
  }
  const close = (then: () => void) => () => {
    show(false)
    then()
  }
  const go = (to: string) => close(() => void navigate(to))
  const groups = GROUPS.map(({ key, places }) => ({ title: t(`groups.${key}`), places }))
  return (
    <Dialog.Root open={open} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-144 animate-appear overflow-hidden rounded-card border border-line-strong bg-overlay shadow-float"
        >
          <Dialog.Title className="sr-only">{t('search.title')}</Dialog.Title>
          <Command loop label={t('search.title')} filter={matches}>
            <div className="flex items-center gap-3 border-b border-line-strong px-4">
              <Search {...icon} />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder={t('search.placeholder')}
                className="h-12 flex-1 bg-transparent text-16 outline-none"
              />
            </div>
            <Command.List
              aria-label={t('search.title')}
              className="max-h-[min(60dvh,440px)] scroll-py-2 overflow-y-auto p-2"
            >
              <Command.Empty className="px-3 py-8 text-center text-muted">{t('search.empty')}</Command.Empty>
              {found.map(({ kind, rows }) => (
                <Group key={kind} title={t(`search.kinds.${kind}`)}>
                  {rows.map((row) => {
                    const Icon = FOUND[kind]
                    return (
                      // Search results are not filtered a second time: the typed words are part of their name.
                      <Item
                        key={row.key}
                        text={row.title}
                        value={`${typed} ${kind} ${row.key}`}
                        detail={row.detail}
                        onSelect={go(row.href)}
                      >
                        <Icon {...icon} />
                      </Item>
                    )
                  })}
                </Group>
              ))}
              {groups.map((group) => (
                <Group key={group.title} title={group.title}>
                  {group.places.map((place) => (
                    <Item key={place.key} text={app(`places.${place.key}`)} onSelect={go(place.to)}>
                      <place.icon {...icon} />
                    </Item>
                  ))}
                </Group>
              ))}
              <Group title={t('search.account')}>
                <Item text={app('places.dashboard')} onSelect={go(DASHBOARD.to)}>
                  <DASHBOARD.icon {...icon} />
                </Item>
                <Item text={t('menus.myAccount')} onSelect={go('/mon-compte')}>
                  <UserRound {...icon} />
                </Item>
                <Item text={app('places.support')} onSelect={go(SUPPORT.to)}>
                  <SUPPORT.icon {...icon} />
                </Item>
              </Group>
              <Group title={app('menus.look')}>
                <Item text={t('search.dark')} onSelect={close(() => setTheme('dark'))}>
                  <Moon {...icon} />
                </Item>
                <Item text={t('search.light')} onSelect={close(() => setTheme('light'))}>
                  <Sun {...icon} />
                </Item>
                <Item
                  text={app('themes.colourBlind')}
                  onSelect={close(() => setPalette(palette === 'cb' ? 'default' : 'cb'))}
                >
                  <Contrast {...icon} />
                </Item>
                {LANGUAGES.filter((code) => code !== i18n.language).map((code) => (
                  <Item key={code} text={LANGUAGE_NAMES[code]} onSelect={close(() => void setLanguage(code))}>
                    <Languages {...icon} />
                  </Item>
                ))}
              </Group>
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

type ItemProps = {
  text: string
  /** The text that typed words are compared with, if it is not the label. */
  value?: string
  detail?: string
  onSelect: () => void
  children: ReactNode
}

function Item({ text, value = text, detail, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-inner px-2 data-[selected=true]:bg-line pointer-coarse:h-target"
    >
      {children}
      <span className="truncate">{text}</span>
      {detail && <span className="tabular ml-auto truncate pl-4 text-13 text-muted">{detail}</span>}
    </Command.Item>
  )
}

/** `communaute` finds `Communauté`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const matches = (value: string, search: string) => defaultFilter(plain(value), plain(search))
