import type { SupabaseClient } from '@supabase/supabase-js'
import type { Row } from './access-row.ts'

/** Courses for tests, made and published as staff do, and members' rows about them. */
const LANGUAGES = ['fr', 'en', 'es', 'it'] as const

export type Document = { fields: Record<string, unknown>; texts: Record<string, Record<string, string>> }
type Clients = { as: { admin: SupabaseClient } }

/** The same texts in each language, with its name at the end of each line. */
export const inFour = (texts: Record<string, string>): Document['texts'] =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [
          name,
          text
            .split('\n')
            .map((line) => (line === '' ? '' : `${line} ${language}`))
            .join('\n'),
        ]),
      ),
    ]),
  )

export const courseDocument = (fields: object = {}): Document => ({
  fields: { level: 'beginner', author: 'Claire Morvan', requires: [], modules: ['survive'], ...fields },
  texts: inFour({
    title: 'Gérer son risque',
    summary: 'Ne pas tout perdre',
    modules: 'Survivre',
    abilities: 'Fixer un risque',
  }),
})

export const lessonDocument = (fields: object = {}, texts: Record<string, string> = {}): Document => ({
  fields: { module: 'survive', minutes: { article: 6, slides: 8, quiz: 5 }, notions: [], ...fields },
  texts: inFour({
    title: 'Leçon',
    summary: 'En bref',
    article: 'Corps de l’article',
    deck: '# Diapositive',
    ...texts,
  }),
})

const CHOICES = { choices: 'Rien\nUn tiers\nTout', mistakes: '\nNon, pas un tiers\nNon, pas tout' }
/** A question of each form; the right answer of `single` is the first choice, that of `order` the order of the document. */
export const QUESTIONS = {
  single: { fields: { form: 'single', right: 0 }, texts: CHOICES },
  multiple: {
    fields: { form: 'multiple', right: [0, 2] },
    texts: { choices: CHOICES.choices, mistakes: '\nPas un tiers\n' },
  },
  numeric: {
    fields: { form: 'numeric', right: '0.21', tolerance: '0.005', digits: 2, unit: 'lot', wrong: ['0.27'] },
    texts: { mistakes: 'La taille d’un pip a été oubliée' },
  },
  order: { fields: { form: 'order' }, texts: { choices: 'Lire\nRisquer\nEnvoyer\nNoter' } },
  chart: {
    fields: {
      form: 'chart',
      right: { low: '103', high: '105' },
      chart: {
        path: [100, 104, 101],
        bars: 30,
        noise: 0.5,
        seed: 7,
        levels: [
          { at: 104, as: 'resistance' },
          { at: 100, as: 'support' },
        ],
      },
    },
    texts: {},
  },
} as const satisfies Record<string, { fields: object; texts: Record<string, string> }>

export const questionDocument = (
  form: keyof typeof QUESTIONS,
  fields: object = {},
  texts: Record<string, string> = {},
): Document => ({
  fields: { topic: 'risk', level: 1, ...QUESTIONS[form].fields, ...fields },
  texts: inFour({ title: 'Que risquez-vous ?', why: 'Parce que', ...QUESTIONS[form].texts, ...texts }),
})

/** Creates and publishes an item as an admin. */
export async function publishItem(
  { as }: Clients,
  kind: string,
  slug: string,
  document: Document,
  more: { parent?: string; tier?: string } = {},
): Promise<string> {
  const { data: item } = await as.admin
    .rpc('create_content', { kind, slug, document, ...more })
    .throwOnError()
  await as.admin.rpc('publish_content', { item, expected_version: 1 }).throwOnError()
  return item as string
}

export type Course = { slug: string; course: string; lessons: string[]; path(place: number): string }
let counter = 0

/** A published course whose lessons have a quiz of one question a form. The first lesson is free, the others premium. */
export async function teach(
  vigie: Clients,
  { lessons = 2, fields = {}, forms = ['single'] as (keyof typeof QUESTIONS)[] } = {},
): Promise<Course> {
  const slug = `course-${++counter}`
  const course = await publishItem(vigie, 'course', slug, courseDocument(fields), { tier: 'freemium' })
  const made: string[] = []
  for (let place = 1; place <= lessons; place++) {
    const more = { parent: course, tier: place === 1 ? 'freemium' : 'premium' }
    const lesson = await publishItem(vigie, 'lesson', `${slug}-${place}`, lessonDocument(), more)
    for (const form of forms)
      await publishItem(vigie, 'question', `${slug}-${place}-${form}`, questionDocument(form), {
        parent: lesson,
      })
    made.push(lesson)
  }
  return { slug, course, lessons: made, path: (place) => `${slug}/${slug}-${place}` }
}

/** A course, a question in use and everybody's progress and attempt, written past the functions. */
export const LEARNING_ROWS = `
insert into content_items (id, kind, slug, position, tier, version)
  values ('00000000-0000-4000-8000-00000000c001', 'course', 'a-course', 1, 'freemium', 1), ('00000000-0000-4000-8000-00000000c002', 'lesson', 'a-lesson', 1, 'freemium', 1),
    ('00000000-0000-4000-8000-00000000c003', 'question', 'a-question', 1, 'visitor', 1);
insert into content_versions (item, version, document, author_name)
  select id, 1, '{"fields": {"minutes": {"quiz": 5}, "topic": "risk", "level": 1, "form": "numeric", "right": "1"}, "texts": {"fr": {"title": "Titre", "summary": "Résumé", "why": "!"}}, "from": {}}', 'Test'
  from content_items where kind in ('course', 'lesson', 'question');
select private.publish_version(item, 1, now()) from content_items as item where kind in ('course', 'lesson', 'question');
insert into lesson_progress (member, lesson, part, version) select id, '00000000-0000-4000-8000-00000000c002', 'article', 1 from profiles;
insert into course_pace (member, course) select id, '00000000-0000-4000-8000-00000000c001' from profiles;
insert into level_requests (member, level) select id, 'advanced' from profiles;
insert into lesson_notes (member, lesson, part, body) select id, '00000000-0000-4000-8000-00000000c002', 'slides', 'x' from profiles;
insert into bookmarks (member, lesson, part) select id, '00000000-0000-4000-8000-00000000c002', 'slides' from profiles;
insert into course_reviews (member, course, stars) select id, '00000000-0000-4000-8000-00000000c001', 4 from profiles;
insert into signal_notions select '00000000-0000-4000-8000-00000000c001', signal_id from signal_results limit 1;
insert into attempts (member, purpose, subject, total, lesson) select id, 'quiz', 'a-course/a-lesson', 1, '00000000-0000-4000-8000-00000000c002' from profiles;
insert into private.attempt_questions select id, 1, '00000000-0000-4000-8000-00000000c003', 1, null from attempts;
insert into attempt_answers (attempt, place, question, version, given, "right", milliseconds) select attempt, place, question, version, '1', true, 1 from private.attempt_questions`

const MEMBERS = 'freemium premium analyst admin'
type Table = Pick<Row, 'table' | 'change' | 'insert'> & { own?: Row['allowed']; theirs?: Row['allowed'] }

/** Tables of which each member has rows: everybody may do with their own what is named, and nothing with somebody's. */
const OWN: Readonly<Record<string, Table & { mine?: (member: string) => string }>> = {
  'progress in a lesson': {
    table: 'lesson_progress',
    change: 'done_at = now()',
    insert: `insert into lesson_progress (member, lesson, part, version) values (auth.uid(), '00000000-0000-4000-8000-00000000c002', 'quiz', 1)`,
  },
  'begin of a course': {
    table: 'course_pace',
    change: `began_at = now()`,
    insert: `insert into course_pace (member, course) values (auth.uid(), '00000000-0000-4000-8000-00000000c002')`,
  },
  'request of a level': {
    table: 'level_requests',
    change: `asked_at = now()`,
    insert: `insert into level_requests (level) values ('beginner')`,
    own: { read: MEMBERS, insert: MEMBERS, remove: MEMBERS },
  },
  note: {
    table: 'lesson_notes',
    change: `body = 'y'`,
    insert: `insert into lesson_notes (lesson, part, body) values ('00000000-0000-4000-8000-00000000c002', 'slides', 'y')`,
    own: { read: MEMBERS, insert: MEMBERS, change: MEMBERS, remove: MEMBERS },
  },
  bookmark: {
    table: 'bookmarks',
    change: 'place = 9',
    insert: `insert into bookmarks (lesson, part, place) values ('00000000-0000-4000-8000-00000000c002', 'slides', 7)`,
    own: { read: MEMBERS, insert: MEMBERS, remove: MEMBERS },
  },
  review: {
    table: 'course_reviews',
    change: 'stars = 5',
    insert: `insert into course_reviews (course, stars) values ('00000000-0000-4000-8000-00000000c002', 5)`,
    own: { read: MEMBERS, change: MEMBERS, remove: MEMBERS },
    theirs: { read: 'analyst admin', remove: 'admin' },
  },
  attempt: {
    table: 'attempts',
    change: 'score = 1, finished_at = now()',
    insert: `insert into attempts (member, purpose, subject, total) values (auth.uid(), 'review', '', 1)`,
  },
  'graded answer': {
    table: 'attempt_answers',
    change: '"right" = true',
    insert: `insert into attempt_answers (attempt, place, question, version, given, "right", milliseconds) select id, 2, id, 1, '1', true, 1 from attempts limit 1`,
    mine: (member) => `attempt in (select id from attempts where member = '${member}')`,
  },
}

/** The same insert for another member, which the grants refuse. */
const forSomebody = (insert: string) =>
  insert.replace(/\(((?:lesson|course|level).*?)\) values \('/, `(member, $1) values (gen_random_uuid(), '`)

const rowsOf = (whose: 'own' | "somebody's"): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(OWN).map(
      ([
        name,
        { mine = (member: string) => `member = '${member}'`, own = { read: MEMBERS }, theirs = {}, ...row },
      ]) => [
        `${whose} ${name}`,
        {
          ...row,
          insert: whose === 'own' ? row.insert : forSomebody(row.insert),
          where: (me: string, bystander: string) => mine(whose === 'own' ? me : bystander),
          allowed: whose === 'own' ? own : theirs,
        },
      ],
    ),
  )

export const LEARNING: Readonly<Record<string, Row>> = {
  ...rowsOf('own'),
  ...rowsOf("somebody's"),
  'question in the bank': {
    table: 'private.questions',
    where: () => 'true',
    change: 'retired_at = now()',
    insert: 'insert into private.questions select * from private.questions limit 1',
    allowed: {},
  },
  'signal that used a notion': {
    table: 'signal_notions',
    where: () => 'true',
    change: `notion = '00000000-0000-4000-8000-00000000c001'`,
    insert: `insert into signal_notions select '00000000-0000-4000-8000-00000000c001', signal_id from signal_results limit 1`,
    allowed: { read: `visitor ${MEMBERS}` },
  },
  'item of the release': {
    table: 'private.shipped_content',
    where: () => 'true',
    change: `hash = ''`,
    insert: 'insert into private.shipped_content select * from private.shipped_content limit 1',
    allowed: {},
  },
  'question of an attempt': {
    table: 'private.attempt_questions',
    where: () => 'true',
    change: 'place = 9',
    insert: 'insert into private.attempt_questions select * from private.attempt_questions limit 1',
    allowed: {},
  },
}
