import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { database, open, openAs, person } from './fixtures.ts'

/** Every screen, as first seen by a visitor or member. */
const PUBLIC = [
  '/',
  '/login',
  '/signup',
  '/password-reset',
  '/confirm#token_hash=0af9&type=recovery',
  '/signaux',
  '/performances',
  '/abonnements',
  '/brokers',
  '/propfirm',
  '/aide',
  '/support/delais',
  '/aide?article=lire-un-signal',
  '/outils',
  '/preuve',
  '/moderation',
  '/moderation?onglet=signaler',
  '/moderation?onglet=registre',
  '/resiliation',
  '/versements/arreter',
  '/securite/arreter',
  '/nulle-part',
]
const MEMBERS = [
  '/',
  '/signaux',
  '/analyses',
  '/annonces',
  '/copy-trading',
  '/formations',
  '/test-journalier',
  '/test-journalier?onglet=suite',
  '/bot-ia',
  '/communaute',
  '/communaute?recherche=stop',
  '/communaute?nouveau=1',
  '/communaute?idee=nouvelle',
  '/communaute?liste=brouillons',
  '/communaute/evenements',
  '/parrainage',
  '/mon-compte',
  '/mon-compte?onglet=abonnement',
  '/payment',
  '/payment-success',
  '/support',
  '/support?nouvelle=1',
  '/moderation?onglet=decisions',
  '/preuve',
]
const STAFF = [
  '/admin/qualification-requests',
  '/signaux?compose=1',
  '/admin/moderation',
  '/admin/support',
  '/admin/support?onglet=rapports',
  '/admin/support?onglet=reponses',
  '/admin/support?onglet=reglages',
  '/admin/paiements',
  '/admin/revenus',
  '/admin/formules',
  '/admin/codes-de-reduction',
  '/admin/vendeur',
  '/admin/taux',
]
export const SCREENS = [
  ...PUBLIC.map((path) => ['visitor', path] as const),
  ...MEMBERS.map((path) => ['member', path] as const),
  ...STAFF.map((path) => ['staff', path] as const),
]
export const LANGUAGES = ['fr', 'en', 'es', 'it'] as const
export type Who = (typeof SCREENS)[number][0]

const INSTRUMENT = 'NAS100'
const LONG = {
  first: 'Maximilienne-Alexandrine',
  last: 'Vandenbroucke-Castellanos',
  pseudonym: 'Maximilienne-Alexandrine',
  instrument: 'US Tech 100 E-mini (mars 2027)',
  course: 'Gestion du risque, taille de position et espérance mathématique pour comptes financés',
  subject: 'Le reçu de mon abonnement annuel indique une adresse de facturation incorrecte',
  thread: 'Comment dimensionnez-vous une position sur un instrument dont le spread double à l’ouverture ?',
}

/**
 * A browser for a visitor, a member and an administrator, with rows on their screens and the longest names that these may
 * carry. `strike` gives back the names that other tests know.
 */
export async function stage(): Promise<{ pages: Record<Who, Page>; strike: () => Promise<void> }> {
  const visitor = await open('/login')
  const member = await person('freemium')
  const staff = await person('admin')
  await database('update profiles set first_name = $2, last_name = $3, username = $4 where id = any($1)', [
    [member.id],
    LONG.first,
    LONG.last,
    `maximilienne-${member.id.slice(0, 8)}`,
  ])
  await database('update community_members set trust = 3 where user_id = $1', [member.id])
  await member.client.rpc('join_leaderboard', { pseudonym: LONG.pseudonym })
  await member.client
    .rpc('start_thread', { category: 'risque', title: LONG.thread, body: 'Le premier message.' })
    .throwOnError()
  await member.client
    .rpc('open_ticket', {
      topic: 'technical',
      subject: LONG.subject,
      body: 'Comment faire ?',
      request: randomUUID(),
    })
    .throwOnError()
  const asker = await person('freemium')
  await database('update profiles set first_name = $2, last_name = $3 where id = $1', [
    asker.id,
    LONG.first,
    LONG.last,
  ])
  const [broker] = await database<{ slug: string }>(
    'select slug from brokers where listed order by slug limit 1',
  )
  await asker.client
    .rpc('request_qualification', { broker: broker?.slug, account_number: 'MT5-7204418-EUROPE' })
    .throwOnError()
  const strike = await lengthenNames()
  const pages = { visitor } as Record<Who, Page>
  for (const [name, who] of Object.entries({ member, staff })) {
    pages[name as Who] = await openAs(who, '/signaux')
  }
  return { pages, strike }
}

/** A long name for an instrument with signals and for a course; returns what takes them back. */
async function lengthenNames(): Promise<() => Promise<void>> {
  const [instrument] = await database<{ name: string }>('select name from instruments where symbol = $1', [
    INSTRUMENT,
  ])
  const [course] = await database<{ item: string; card: { texts: Record<string, object> } }>(
    `select item, card from published_content where kind = 'course' order by position, slug limit 1`,
  )
  const renamed = course && {
    ...course.card,
    texts: Object.fromEntries(
      Object.entries(course.card.texts).map(([language, texts]) => [
        language,
        { ...texts, title: LONG.course },
      ]),
    ),
  }
  const name = (of: string | undefined, card: object | undefined) =>
    Promise.all([
      database('update instruments set name = $2 where symbol = $1', [INSTRUMENT, of]),
      course && database('update published_content set card = $2 where item = $1', [course.item, card]),
    ])
  await name(LONG.instrument, renamed)
  return async () => {
    await name(instrument?.name, course?.card)
  }
}
