import {
  ArrowRightToLine,
  CircleSlash,
  Fingerprint,
  Flag,
  Hourglass,
  type LucideIcon,
  MessageSquareText,
  MoveVertical,
  OctagonX,
  Scale,
  Target,
} from 'lucide-react'
import type { SignalEvent } from '#lib/signals/signal.ts'

export const EVENT_ICONS: Readonly<Record<SignalEvent['kind'], LucideIcon>> = {
  published: Fingerprint,
  entered: ArrowRightToLine,
  target_reached: Target,
  stop_moved: MoveVertical,
  stopped: OctagonX,
  closed: Flag,
  expired: CircleSlash,
  cancelled: CircleSlash,
  note: MessageSquareText,
  graded: Scale,
  close_asked: Hourglass,
  cancel_asked: Hourglass,
}
