import { Crosshair, FileText, ListChecks, Presentation, Video } from 'lucide-react'
import type { Part } from './course.ts'

const ICONS = {
  video: Video,
  article: FileText,
  slides: Presentation,
  exercise: Crosshair,
  quiz: ListChecks,
} as const satisfies Record<Part, unknown>

export function PartIcon({ part, size = 16, className }: { part: Part; size?: number; className?: string }) {
  const Icon = ICONS[part]
  return <Icon size={size} strokeWidth={1.75} aria-hidden {...(className ? { className } : {})} />
}
