import type { Row } from './access-row.ts'
import { type Document, inFour } from './learning-rows.ts'

/** Three days from now: what is allowed until hours before an event, or not, is so at any hour of any day. */
const WEEKDAY = new Date(Date.now() + 3 * 86_400_000).getUTCDay()
const BYDAY = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][WEEKDAY]
/** The weekday of `eventDocument`, as the French name it. */
export const EVENT_DAY = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' }).format(
  Date.UTC(2026, 0, 4 + WEEKDAY),
)

/** An event as staff write it: once a week at 18:00 in Paris, with two seats. Its host is named by `host`. */
export const eventDocument = (fields: object = {}): Document => ({
  fields: {
    kind: 'debrief',
    // The fourth of January is a Sunday.
    starts_at: `2026-01-${String(4 + WEEKDAY).padStart(2, '0')}T18:00`,
    zone: 'Europe/Paris',
    minutes: 60,
    rule: `FREQ=WEEKLY;BYDAY=${BYDAY}`,
    exceptions: [],
    capacity: 2,
    recorded: true,
    join_url: 'https://meet.example.com/secret-room',
    ...fields,
  },
  texts: inFour({ title: 'Débrief de la semaine', summary: 'Les signaux clos depuis lundi' }),
})

const EVENT = '00000000-0000-4000-8000-00000000e001'
const OCCURRENCE = '00000000-0000-4000-8000-00000000e002'

/** A premium event that is open now and has a replay, with a seat, a place in a replay and a calendar address for everybody. */
export const EVENT_ROWS = `
insert into content_items (id, kind, slug, position, tier, version) values ('${EVENT}', 'event', 'an-event', 1, 'premium', 1), ('00000000-0000-4000-8000-00000000e003', 'replay', 'a-replay', 1, 'visitor', 1);
insert into events (item, slug, kind, title, summary, host, tier, starts_at, zone, minutes, recorded)
  select '${EVENT}', 'an-event', 'debrief', texts, texts, id, 'premium', '2026-01-02 18:00', 'Europe/Paris', 60, true
  from community_members, jsonb_build_object('fr', 'a', 'en', 'a', 'es', 'a', 'it', 'a') as texts limit 1;
insert into event_links values ('${EVENT}', 'https://meet.example.com/room');
insert into event_occurrences (id, event, slot, starts_at, ends_at) values ('${OCCURRENCE}', '${EVENT}', '2026-01-02 18:00', now() - interval '1 minute', now() + interval '1 hour');
insert into event_registrations (occurrence, user_id, state) select '${OCCURRENCE}', id, 'seated' from profiles where id not in (select user_id from staff);
insert into event_replays (occurrence, item, title, seconds) select '${OCCURRENCE}', '00000000-0000-4000-8000-00000000e003', title, 60 from events where item = '${EVENT}';
insert into event_passages select '${OCCURRENCE}', 1, 5, 'EURUSD', 1.09, title from events where item = '${EVENT}';
insert into replay_progress (user_id, occurrence, second) select id, '${OCCURRENCE}', 5 from profiles;
insert into calendar_feeds (user_id, secret) select id, repeat(substr(md5(id::text), 1, 24), 2) from profiles`

const MEMBERS = 'freemium premium analyst admin'
const SEATED = 'freemium premium'
const PREMIUM = 'premium analyst admin'
type Table = Omit<Row, 'where'>

/** Tables of which each member has rows: they do with their own what is named, and nothing with somebody's. */
const OWN: Readonly<Record<string, Table>> = {
  registration: {
    table: 'event_registrations',
    change: `state = 'waiting'`,
    insert: `insert into event_registrations (occurrence, user_id, state) values ('${OCCURRENCE}', auth.uid(), 'seated')`,
    allowed: { read: SEATED },
  },
  'reminder of an event': {
    table: 'event_registrations',
    change: 'remind_minutes = 15',
    insert: `insert into event_registrations (occurrence, user_id, state) values ('${OCCURRENCE}', auth.uid(), 'seated')`,
    allowed: { read: SEATED, change: SEATED },
  },
  'place in a replay': {
    table: 'replay_progress',
    change: 'second = 9',
    insert: `insert into replay_progress (user_id, occurrence, second) values (auth.uid(), '${OCCURRENCE}', 9)`,
    // Freemium members do not see this replay.
    allowed: { read: MEMBERS, change: PREMIUM },
  },
  'calendar address': {
    table: 'calendar_feeds',
    change: `secret = repeat('a', 48)`,
    insert: `insert into calendar_feeds (user_id, secret) values (auth.uid(), repeat('a', 48))`,
    allowed: { read: MEMBERS, remove: MEMBERS },
  },
}
const whose = (own: boolean): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(OWN).map(([name, row]) => [
      `${own ? 'own' : "somebody's"} ${name}`,
      {
        ...row,
        where: (me: string, bystander: string) => `user_id = '${own ? me : bystander}'`,
        allowed: own ? row.allowed : {},
      },
    ]),
  )
const read = (table: string, column: string, change: string, readers: string): Row => ({
  table,
  where: () => `${column} in ('${EVENT}', '${OCCURRENCE}')`,
  change,
  insert: `insert into ${table} select * from ${table} limit 1`,
  allowed: { read: readers },
})

export const EVENTS: Readonly<Record<string, Row>> = {
  ...whose(true),
  ...whose(false),
  event: read('events', 'item', 'capacity = 1', MEMBERS),
  'occurrence of an event': read('event_occurrences', 'id', 'taken = 0', MEMBERS),
  // Staff have no seat here.
  'link of an event': read('event_links', 'event', `url = 'https://example.com'`, MEMBERS),
  'replay of an event': read('event_replays', 'occurrence', 'views = 1', PREMIUM),
  'passage of a replay': read('event_passages', 'occurrence', 'price = 1', PREMIUM),
}
