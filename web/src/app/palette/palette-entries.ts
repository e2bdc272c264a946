import {
  Bell,
  BookMarked,
  CalendarDays,
  ChartSpline,
  ClipboardCheck,
  Cookie,
  CreditCard,
  Download,
  FileText,
  Fingerprint,
  Flag,
  Gavel,
  History,
  KeyRound,
  Laptop,
  LogOut,
  type LucideIcon,
  Receipt,
  RefreshCcw,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  Trash2,
  Trophy,
  Undo2,
  UserRound,
  WalletCards,
  XCircle,
} from 'lucide-react'
import { DASHBOARD, GROUPS, type Place, SUPPORT } from '../routing/navigation.ts'

/** An act or a place within a screen. Its title is `acts.<key>` in the messages of `palette`, its other names `words.<key>`. */
export type Act = { key: ActKey; to: string; icon: LucideIcon }
type Texts = typeof import('./messages/fr.json')
type ActKey = keyof Texts['acts']
type WordsKey = keyof Texts['words']

/** Languages and the back office's places are known by their names alone. */
export const hasWords = (key: string): key is WordsKey => !/^(account|fr|en|es|it|office .+)$/.test(key)

export const PLACES: readonly Place[] = [DASHBOARD, ...GROUPS.flatMap(({ places }) => places), SUPPORT]

/** Found by what is typed only: an empty palette lists the screens. Signing out has no address. */
export const ACTS: readonly Act[] = [
  { key: 'plans', to: '/abonnements', icon: Scale },
  { key: 'subscription', to: '/mon-compte?onglet=abonnement', icon: RefreshCcw },
  { key: 'invoices', to: '/mon-compte?onglet=abonnement', icon: Receipt },
  { key: 'card', to: '/mon-compte?onglet=abonnement', icon: CreditCard },
  { key: 'cancel', to: '/resiliation', icon: XCircle },
  { key: 'withdraw', to: '/retractation', icon: Undo2 },
  { key: 'request', to: '/mon-compte?demande=premium', icon: ClipboardCheck },
  { key: 'profile', to: '/mon-compte', icon: UserRound },
  { key: 'password', to: '/mon-compte#securite', icon: KeyRound },
  { key: 'factors', to: '/mon-compte#securite', icon: Smartphone },
  { key: 'passkeys', to: '/mon-compte#securite', icon: Fingerprint },
  { key: 'sessions', to: '/mon-compte#securite', icon: Laptop },
  { key: 'notifications', to: '/mon-compte?onglet=notifications', icon: Bell },
  { key: 'history', to: '/mon-compte?onglet=historique', icon: History },
  { key: 'wallet', to: '/mon-compte#versements', icon: WalletCards },
  { key: 'data', to: '/mon-compte#donnees', icon: Download },
  { key: 'erase', to: '/mon-compte#donnees', icon: Trash2 },
  { key: 'events', to: '/communaute/evenements', icon: CalendarDays },
  { key: 'reviews', to: '/test-journalier?onglet=revisions', icon: BookMarked },
  { key: 'forecast', to: '/test-journalier?onglet=suite', icon: ChartSpline },
  { key: 'ranking', to: '/test-journalier?onglet=classement', icon: Trophy },
  { key: 'certificate', to: '/attestation', icon: ShieldCheck },
  { key: 'report', to: '/moderation?onglet=signaler', icon: Flag },
  { key: 'decisions', to: '/moderation?onglet=decisions', icon: Gavel },
  { key: 'notice', to: '/mentions-legales', icon: FileText },
  { key: 'terms', to: '/cgv', icon: ScrollText },
  { key: 'privacy', to: '/confidentialite', icon: ShieldCheck },
  { key: 'cookies', to: '/cookies', icon: Cookie },
  { key: 'risk', to: '/avertissement-risques', icon: ShieldAlert },
  { key: 'signOut', to: '', icon: LogOut },
]
