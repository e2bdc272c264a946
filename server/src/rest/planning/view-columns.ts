/**
 * Reads the origins of a view's columns from its rewrite rule (pg_rewrite.ev_action, PostgreSQL's node text). Only the
 * outermost query's target list is parsed.
 */
export type ColumnOrigin = { column: number; originRelation: number; originColumn: number }

const TARGET_LIST = ':targetList '

/** The plain columns of a view; computed ones have no origin and are omitted. */
export function viewColumnOrigins(definition: string): ColumnOrigin[] {
  const start = outermostTargetList(definition)
  if (start === -1) return []
  const origins: ColumnOrigin[] = []
  for (const entry of listItems(definition, start)) {
    const number = (field: string) => Number(topLevelField(entry, field) ?? 0)
    const origin = {
      column: number(':resno'),
      originRelation: number(':resorigtbl'),
      originColumn: number(':resorigcol'),
    }
    if (origin.originRelation !== 0 && origin.originColumn > 0) origins.push(origin)
  }
  return origins
}

/** The position of `(` of the first QUERY node's target list, or -1. */
function outermostTargetList(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (character === ':' && depth === 1 && text.startsWith(TARGET_LIST, at)) {
      return at + TARGET_LIST.length
    }
  }
  return -1
}

/** The `{…}` items of the list that starts at `start`. */
function listItems(text: string, start: number): string[] {
  const items: string[] = []
  let depth = 0
  let from = 0
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '{') {
      if (depth++ === 0) from = at
    } else if (character === '}') {
      if (--depth === 0) items.push(text.slice(from, at + 1))
    } else if (character === ')' && depth === 0) break
  }
  return items
}

/** The value of a field of the node itself, not of a nested node. */
function topLevelField(node: string, field: string): string | undefined {
  let depth = 0
  for (let at = 0; at < node.length; at++) {
    const character = node[at]
    if (character === '\\') at++
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (depth === 1 && character === ':' && node.startsWith(`${field} `, at)) {
      return /^[^ }]*/.exec(node.slice(at + field.length + 1))?.[0]
    }
  }
  return undefined
}
