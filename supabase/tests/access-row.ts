export type Verb = 'read' | 'insert' | 'change' | 'remove'

/** A row that the table of rights asks about: which it is, what changing and inserting it would be, and who may. */
export type Row = {
  table: string
  where: (me: string, bystander: string) => string
  change: string
  insert: string
  /** Actors by verb, separated by spaces; an actor that is not named is refused. */
  allowed: Partial<Record<Verb, string>>
}
