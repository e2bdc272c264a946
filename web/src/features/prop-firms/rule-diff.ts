import type { Phase } from './prop-firm.ts'

/** The rules of a phase, in display order. */
export const RULES = [
  'target',
  'daily_loss',
  'daily_loss_from',
  'total_loss',
  'total_loss_kind',
  'minimum_days',
  'time_limit_days',
  'consistency',
  'news',
  'weekend',
] as const satisfies readonly (keyof Phase)[]
export type Rule = (typeof RULES)[number]

export type RuleChange =
  | { phase: number; kind: Phase['kind']; rule: Rule; before: Phase; after: Phase }
  | { phase: number; kind: Phase['kind']; rule: 'added' | 'removed' }

/**
 * The changes from one version of the rules to the next. Phases are matched by kind and by position within that kind, so that
 * removing an evaluation phase does not make the funded account look changed.
 */
export function ruleChanges(before: readonly Phase[], after: readonly Phase[]): RuleChange[] {
  const changes: RuleChange[] = []
  for (const kind of ['evaluation', 'funded'] as const) {
    const [old, now] = [before, after].map((phases) => phases.filter((phase) => phase.kind === kind)) as [
      Phase[],
      Phase[],
    ]
    for (let place = 0; place < Math.max(old.length, now.length); place++) {
      const [was, is] = [old[place], now[place]]
      const phase = place + 1
      if (!was) changes.push({ phase, kind, rule: 'added' })
      else if (!is) changes.push({ phase, kind, rule: 'removed' })
      else
        for (const rule of RULES)
          if (was[rule] !== is[rule]) changes.push({ phase, kind, rule, before: was, after: is })
    }
  }
  return changes
}
