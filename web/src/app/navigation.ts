import {
  BookOpen,
  Bot,
  CalendarCheck,
  CalendarClock,
  ChartCandlestick,
  Copy,
  GraduationCap,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
  Radio,
  ShieldCheck,
  UserPlus,
  Wrench,
} from 'lucide-react'

/** Where the member area leads, in its groups. Titles are keys of the messages. */
export type Place = { key: PlaceKey; to: string; icon: LucideIcon }
export type PlaceKey =
  | 'signals'
  | 'analyses'
  | 'announcements'
  | 'copyTrading'
  | 'courses'
  | 'dailyTest'
  | 'bot'
  | 'community'
  | 'referral'
  | 'tools'
  | 'brokers'
  | 'propFirms'
  | 'support'

export const GROUPS: readonly {
  key: 'markets' | 'learn' | 'community' | 'resources'
  places: readonly Place[]
}[] = [
  {
    key: 'markets',
    places: [
      { key: 'signals', to: '/signaux', icon: Radio },
      { key: 'analyses', to: '/analyses', icon: ChartCandlestick },
      { key: 'announcements', to: '/annonces', icon: CalendarClock },
      { key: 'copyTrading', to: '/copy-trading', icon: Copy },
    ],
  },
  {
    key: 'learn',
    places: [
      { key: 'courses', to: '/formations', icon: GraduationCap },
      { key: 'dailyTest', to: '/test-journalier', icon: CalendarCheck },
      { key: 'bot', to: '/bot-ia', icon: Bot },
    ],
  },
  {
    key: 'community',
    places: [
      { key: 'community', to: '/communaute', icon: MessagesSquare },
      { key: 'referral', to: '/parrainage', icon: UserPlus },
    ],
  },
  {
    key: 'resources',
    places: [
      { key: 'tools', to: '/outils', icon: Wrench },
      { key: 'brokers', to: '/brokers', icon: Landmark },
      { key: 'propFirms', to: '/propfirm', icon: ShieldCheck },
    ],
  },
]

export const SUPPORT: Place = { key: 'support', to: '/support', icon: LifeBuoy }
export const LEARN_ICON: LucideIcon = BookOpen
