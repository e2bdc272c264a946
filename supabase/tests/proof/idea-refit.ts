import { ideaRecord } from 'trading/ideas/record'
import type { IdeaLife } from 'trading/proof/idea-life'
import { readIdeas } from 'trading/proof/idea-life'
import { commitment, type Json } from 'trading/proof/ledger'
import { listOf, microsOf, objectOf } from 'trading/proof/proof-format'
import { closeReason, realisedR } from 'trading/proof/verify-displayed'
import { recordedOf, shownOf } from 'trading/proof/verify-ideas'
import { partText } from 'trading/signal-minutes'
import { sha256 } from './proof-record.ts'
import { chainAnew, type Record, stamp } from './proof-refit.ts'
import { at, type Path } from './proof-tampering.ts'

type Branch = { [key: string]: unknown }

/** What proof-refit.ts does, for ideas: one place of an idea's entries changes, and everything that follows from it is rewritten. */
export async function refitIdea(record: Record, path: Path, value: unknown): Promise<void> {
  const { proof } = record
  const before = at(proof, path)
  set(proof, path, value)
  const { entry } = proof.entries[Number(path[1])]!
  const id = String(path.at(-1) === 'idea' ? before : entry.data.idea)
  if (path.at(-1) === 'idea') rename(record, id, String(value))
  const now = path.at(-1) === 'idea' ? String(value) : id
  const own = proof.entries.filter((row) => row.entry.data.idea === now).map((row) => row.entry)
  const [published, opened] = [
    own[0]!.data as Branch,
    own.find(({ kind }) => kind === 'idea_opened')?.data as Branch,
  ]
  const levels = objectOf(objectOf(opened?.terms as Json)?.levels) as Branch | null
  if (path.at(-1) === 'published_at' && levels) {
    const moved = microsOf(String(value))! - microsOf(String(before))!
    levels.expires_at = stamp(microsOf(String(levels.expires_at))! + moved)
  }
  if (path.at(-2) === 'candle') rewriteMinute(record, now, at(proof, path.slice(0, -1)) as Branch)
  if (opened && path.at(-1) !== 'commitment') published.commitment = sealed(opened.nonce, opened.terms)
  await renew(record, path, value)
}

async function renew({ proof }: Record, path: Path, value: unknown): Promise<void> {
  const lives = await livesOf(proof.entries)
  for (const life of lives ?? []) {
    const ending = proof.entries[(life.ending?.sequence ?? 0) - 1]?.entry.data as Branch | undefined
    if (ending) Object.assign(ending, { result_r: realisedR(life), reason: closeReason(life) })
  }
  set(proof, path, value)
  chainAnew(proof, [{ path, value }])
  const after = await livesOf(proof.entries)
  if (!after) return
  proof.ideas = proof.ideas!.map((row) => {
    const life = after.find(({ id }) => id === row.id)
    return life ? { ...shownOf(life), as_of: row.as_of! } : row
  })
  proof.records = (proof.records as Branch[]).flatMap((row): Branch[] => {
    const own = after.filter(({ author }) => author === row.author)
    return own.length > 0
      ? [{ ...ideaRecord(own.map(recordedOf)), author: row.author, as_of: row.as_of }]
      : []
  }) as unknown as Json
}

async function livesOf(entries: Record['proof']['entries']): Promise<IdeaLife[] | null> {
  try {
    return await readIdeas(entries, sha256)
  } catch {
    // Leave unreadable values unchanged: the check will find them.
    return null
  }
}

function rename({ proof, minutes }: Record, before: string, value: string): void {
  for (const { entry } of proof.entries) if (entry.data.idea === before) (entry.data as Branch).idea = value
  for (const row of proof.ideas!) if (row.id === before) (row as Branch).id = value
  const parts = minutes.get(before)
  if (parts) minutes.set(value, parts)
}

/** Copies a changed candle price into the idea's minutes, and their hash into its ending entry. */
function rewriteMinute({ proof, minutes }: Record, id: string, candle: Branch): void {
  const opened = String(candle.opened_at)
  const part = minutes.get(id)?.find(({ day }) => opened.startsWith(day))
  if (!part) return
  const line = ['open', 'high', 'low', 'close', 'spread'].map((key) => candle[key]).join(' ')
  part.minutes = part.minutes.replace(
    new RegExp(`^${opened.slice(11, 16)} .*$`, 'm'),
    `${opened.slice(11, 16)} ${line}`,
  )
  for (const { entry } of proof.entries)
    for (const promised of listOf(entry.data.minutes))
      if (entry.data.idea === id && objectOf(promised)?.day === part.day)
        (promised as Branch).sha256 = sha256(partText(part))
}

function sealed(nonce: unknown, value: unknown): string | null {
  try {
    return commitment(String(nonce), value as Json)
  } catch {
    return null
  }
}

function set(root: unknown, path: Path, value: unknown): void {
  ;(at(root, path.slice(0, -1)) as Branch)[path.at(-1) as string] = value
}
