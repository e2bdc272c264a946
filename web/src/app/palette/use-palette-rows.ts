import {
  BookOpenText,
  ChartCandlestick,
  type LucideIcon,
  MessagesSquare,
  RadioTower,
  UserRound,
} from 'lucide-react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DASHBOARD, GROUPS, type Place, SUPPORT } from '../routing/navigation.ts'
import { instrumentNamed } from './instrument-named.ts'
import { ACTS, hasWords, PLACES } from './palette-entries.ts'
import type { Row, Rows } from './palette-row.tsx'
import { type Found, useFound } from './palette-search.ts'
import { rank, SURE } from './rank.ts'
import { useLookRows } from './use-look-rows.ts'
import { useOfficePlaces } from './use-office-places.ts'

/** Screens and acts shown for a typed text. */
const MOST = 6

const FOUND: Record<Found['kind'], LucideIcon> = {
  instrument: ChartCandlestick,
  signal: RadioTower,
  content: BookOpenText,
  thread: MessagesSquare,
}

/** What a typed text may mean: screens and acts by what people call them, and what the database finds; all screens for none. */
export function usePaletteRows(typed: string, close: (then: () => void) => () => void): readonly Rows[] {
  const { t, i18n } = useTranslation('shell')
  const { t: own } = useTranslation('palette')
  const { t: app } = useTranslation('app')
  const navigate = useNavigate()
  const office = useOfficePlaces()
  const look = useLookRows(close)
  const found = useFound(typed, i18n.language)
  const go = (to: string) => close(() => navigate(to))
  const leave = close(async () => {
    const { signOut } = await import('#lib/session/auth.ts')
    await signOut()
  })
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
  if (typed.trim() === '')
    return [
      ...GROUPS.map(({ key, places }) => ({ title: t(`groups.${key}`), rows: places.map(place) })),
      { title: t('search.account'), rows: [place(DASHBOARD), account, place(SUPPORT)] },
      { title: app('menus.look'), rows: look },
    ]
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
  return [
    ...(byName ? results.slice(0, 1) : []),
    { title: own('title'), rows: rows(true) },
    ...(byName ? results.slice(1) : results),
    { title: own('title'), rows: rows(false) },
  ].filter((group) => group.rows.length > 0)
}
