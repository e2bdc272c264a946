import { ArticleDialog } from '../dialogs/article-dialog.tsx'
import { AssignDialog } from '../dialogs/assign-dialog.tsx'
import { MergeDialog } from '../dialogs/merge-dialog.tsx'
import { MistakeDialog } from '../dialogs/mistake-dialog.tsx'
import { MoneyDialog } from '../dialogs/money-dialog.tsx'
import { SnoozeDialog } from '../dialogs/snooze-dialog.tsx'
import { SplitDialog } from '../dialogs/split-dialog.tsx'
import type { Asked, DialogProps } from './asked.ts'

const DIALOGS = {
  assign: AssignDialog,
  snooze: SnoozeDialog,
  merge: MergeDialog,
  split: SplitDialog,
  mistake: MistakeDialog,
  article: ArticleDialog,
  money: MoneyDialog,
} as const

/** What staff do with a ticket beyond writing, each as a dialog. */
export default function DeskDialog({ asked, ...props }: DialogProps & { asked: Asked }) {
  const Dialog = DIALOGS[asked]
  return <Dialog {...props} />
}
