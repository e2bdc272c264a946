export type Verb = 'read' | 'insert' | 'change' | 'remove'

/** A row of the access tests: its identity, how to change and insert it, and which actors may. */
export type Row = {
  table: string
  where: (me: string, bystander: string) => string
  change: string
  insert: string
  /** Permitted actors by verb, separated by spaces. All other actors must be refused. */
  allowed: Partial<Record<Verb, string>>
}
