import {
  CalendarClock,
  ChartNoAxesCombined,
  ClipboardCheck,
  Contact,
  Gavel,
  Inbox,
  LayoutDashboard,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  Mail,
  Percent,
  RadioTower,
  ReceiptText,
  ScrollText,
  Send,
  Settings,
  Store,
  Tags,
  TicketPercent,
  Users,
  WalletCards,
} from 'lucide-react'
import type { StaffRole } from '#lib/session/session.tsx'

/** The back-office's places in their groups. A place's title is `places.<key>` in the messages of `office`. */
export type OfficePlace = {
  key: OfficePlaceKey
  to: string
  icon: LucideIcon
  /** The role that the database requires there; `staff` means analysts and admins. The screen's audience says the same. */
  whose: 'staff' | 'admin'
}
type OfficePlaceKey =
  | 'figures'
  | 'members'
  | 'requests'
  | 'leads'
  | 'deliveries'
  | 'support'
  | 'signals'
  | 'moderation'
  | 'announcements'
  | 'contents'
  | 'payments'
  | 'plans'
  | 'rates'
  | 'coupons'
  | 'seller'
  | 'revenue'
  | 'mails'
  | 'jobs'
  | 'audit'
  | 'settings'
  | 'payouts'
type OfficeGroup = { key: 'people' | 'money' | 'content' | 'running'; places: readonly OfficePlace[] }

export const FIGURES: OfficePlace = { key: 'figures', to: '/admin', icon: LayoutDashboard, whose: 'staff' }

const GROUPS: readonly OfficeGroup[] = [
  {
    key: 'people',
    places: [
      { key: 'support', to: '/admin/support', icon: Inbox, whose: 'staff' },
      { key: 'members', to: '/admin/membres', icon: Users, whose: 'admin' },
      { key: 'requests', to: '/admin/qualification-requests', icon: ClipboardCheck, whose: 'admin' },
      { key: 'leads', to: '/admin/leads', icon: Contact, whose: 'admin' },
      { key: 'deliveries', to: '/admin/livraisons', icon: Send, whose: 'admin' },
    ],
  },
  {
    key: 'money',
    places: [
      { key: 'payments', to: '/admin/paiements', icon: ReceiptText, whose: 'admin' },
      { key: 'payouts', to: '/admin/versements', icon: WalletCards, whose: 'admin' },
      { key: 'revenue', to: '/admin/revenus', icon: ChartNoAxesCombined, whose: 'admin' },
      { key: 'plans', to: '/admin/formules', icon: Tags, whose: 'admin' },
      { key: 'rates', to: '/admin/taux', icon: Percent, whose: 'admin' },
      { key: 'coupons', to: '/admin/codes-de-reduction', icon: TicketPercent, whose: 'admin' },
      { key: 'seller', to: '/admin/vendeur', icon: Store, whose: 'admin' },
    ],
  },
  {
    key: 'content',
    places: [
      { key: 'signals', to: '/admin/signaux', icon: RadioTower, whose: 'staff' },
      { key: 'moderation', to: '/admin/moderation', icon: Gavel, whose: 'staff' },
      { key: 'announcements', to: '/admin/annonces', icon: CalendarClock, whose: 'staff' },
      { key: 'contents', to: '/admin/contenus', icon: LibraryBig, whose: 'staff' },
    ],
  },
  {
    key: 'running',
    places: [
      { key: 'mails', to: '/admin/e-mails', icon: Mail, whose: 'admin' },
      { key: 'jobs', to: '/admin/taches', icon: ListChecks, whose: 'admin' },
      { key: 'audit', to: '/admin/journal', icon: ScrollText, whose: 'admin' },
      { key: 'settings', to: '/admin/reglages', icon: Settings, whose: 'admin' },
    ],
  },
]

/** The groups visible to a role: places that the database would refuse are left out. */
export function officeGroups(role: StaffRole): readonly OfficeGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    places: group.places.filter(({ whose }) => whose === 'staff' || role === 'admin'),
  })).filter(({ places }) => places.length > 0)
}
