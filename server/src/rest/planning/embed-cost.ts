import type { Caller } from '../caller.ts'
import { errors } from '../errors.ts'
import type { SelectItem } from '../reading/select.ts'

/** How many resources a request embeds, and how deep: each is a sub-select for each row of the one around it. */
export type EmbedCost = { resources: number; depth: number }

export function embedCost(items: readonly SelectItem[]): EmbedCost {
  const cost: EmbedCost = { resources: 0, depth: 0 }
  for (const item of items) {
    if (item.kind !== 'embed') continue
    const within = embedCost(item.select)
    cost.resources += 1 + within.resources
    cost.depth = Math.max(cost.depth, 1 + within.depth)
  }
  return cost
}

/** A visitor cannot be told from another one, so a limit per member does not hold them: each of their requests is bounded instead. Throws PGRST191. */
export function checkEmbedCost({ role, claims }: Caller, cost: EmbedCost, most: EmbedCost): void {
  if (role !== 'anon' && claims.is_anonymous !== true) return
  if (cost.resources > most.resources || cost.depth > most.depth)
    throw errors.tooCostly(most.resources, most.depth)
}
