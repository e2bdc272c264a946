import { randomUUID } from 'node:crypto'
import { signUp, withServer } from '../bench-server.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'

/**
 * Members who register for an event at once, each with a session of their own, at the API: seats are given exactly once, and the
 * waiting list is in the order in which they were served.
 */
const MEMBERS = sized(200, 8)
const SEATS = sized(50, 2)

/** A part of `npm run bench community`. */
export const registrations = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    const members = []
    for (let n = 0; n < MEMBERS; n++) members.push((await signUp(credentials, `guest${n}`)).client)
    const [item, occurrence] = [randomUUID(), randomUUID()]
    const texts = JSON.stringify({ fr: 'Atelier', en: 'Workshop', es: 'Taller', it: 'Laboratorio' })
    await database.query(
      `insert into public.content_items (id, kind, slug, position, tier, version) values ($1, 'event', 'bench', 1, 'freemium', 0)`,
      [item],
    )
    await database.query(
      `insert into public.events (item, slug, kind, title, summary, host, tier, starts_at, zone, minutes, capacity, recorded)
         select $1, 'bench', 'workshop', $2::jsonb, $2::jsonb, id, 'freemium', now(), 'UTC', 60, $3, false from public.community_members limit 1`,
      [item, texts, SEATS],
    )
    await database.query(
      `insert into public.event_occurrences (id, event, slot, starts_at, ends_at) values ($1, $2, now(), now() + interval '1 day', now() + interval '25 hours')`,
      [occurrence, item],
    )
    const took = await Promise.all(
      members.map(async (member) => {
        const begun = performance.now()
        await member.rpc('register', { occurrence }).throwOnError()
        return performance.now() - begun
      }),
    )
    const { rows } = await database.query<{ state: string; place: number | null }>(
      'select state, place from public.event_registrations where occurrence = $1 order by registered_at',
      [occurrence],
    )
    const seated = rows.filter(({ state }) => state === 'seated').length
    const waiting = rows.flatMap(({ place }) => (place === null ? [] : [place]))
    const ordered = waiting.every((place, index) => place === index + 1)
    if (seated !== SEATS || waiting.length !== MEMBERS - SEATS || !ordered)
      throw new Error(`${seated} seats were given, ${waiting.length} wait, in order: ${ordered}`)
    return table(
      [
        `${rounded(MEMBERS)} registrations at once for ${rounded(SEATS)} seats`,
        'seats',
        'waiting, in order',
        'p50 ms',
        'p95 ms',
      ],
      [
        [
          'at the API',
          rounded(seated),
          rounded(waiting.length),
          ...[0.5, 0.95].map((share) => rounded(quantile(took, share), 0)),
        ],
      ],
    )
  })
