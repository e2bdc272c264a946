import {
  BadgeCheck,
  Calculator,
  Compass,
  Crosshair,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Shield,
  Sprout,
} from 'lucide-react'

/** The icons that a category may have. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  target: Crosshair,
  compass: Compass,
  shield: Shield,
  'badge-check': BadgeCheck,
  calculator: Calculator,
  notebook: NotebookPen,
  sprout: Sprout,
}
export const categoryIcon = (icon: string): LucideIcon => ICONS[icon] ?? MessagesSquare
