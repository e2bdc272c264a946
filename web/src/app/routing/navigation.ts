import {
  BadgeCheck,
  BookOpenText,
  Calculator,
  CalendarCheck2,
  CalendarClock,
  ChartCandlestick,
  ChartLine,
  CopyCheck,
  GraduationCap,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  RadioTower,
  ShieldCheck,
  UserPlus,
} from 'lucide-react'

/** Where the member area leads, in its groups. A place's title is `places.<key>` in the messages. */
export type Place = { key: PlaceKey; to: string; icon: LucideIcon }
type PlaceKey =
  | 'dashboard'
  | 'signals'
  | 'performance'
  | 'analyses'
  | 'announcements'
  | 'copyTrading'
  | 'courses'
  | 'dailyTest'
  | 'bot'
  | 'community'
  | 'referral'
  | 'tools'
  | 'proof'
  | 'brokers'
  | 'propFirms'
  | 'help'
  | 'support'

export type Group = { key: 'markets' | 'learn' | 'community' | 'resources'; places: readonly Place[] }

export const GROUPS: readonly Group[] = [
  {
    key: 'markets',
    places: [
      { key: 'signals', to: '/signaux', icon: RadioTower },
      { key: 'performance', to: '/performances', icon: ChartLine },
      { key: 'analyses', to: '/analyses', icon: ChartCandlestick },
      { key: 'announcements', to: '/annonces', icon: CalendarClock },
      { key: 'copyTrading', to: '/copy-trading', icon: CopyCheck },
    ],
  },
  {
    key: 'learn',
    places: [
      { key: 'courses', to: '/formations', icon: GraduationCap },
      { key: 'dailyTest', to: '/test-journalier', icon: CalendarCheck2 },
      { key: 'bot', to: '/bot-ia', icon: MessageSquareText },
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
      { key: 'tools', to: '/outils', icon: Calculator },
      { key: 'proof', to: '/preuve', icon: ShieldCheck },
      { key: 'brokers', to: '/brokers', icon: Landmark },
      { key: 'propFirms', to: '/propfirm', icon: BadgeCheck },
      { key: 'help', to: '/aide', icon: BookOpenText },
    ],
  },
]

export const DASHBOARD: Place = { key: 'dashboard', to: '/', icon: LayoutDashboard }
export const SUPPORT: Place = { key: 'support', to: '/support', icon: LifeBuoy }
