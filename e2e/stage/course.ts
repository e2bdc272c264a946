import { database } from './fixtures.ts'

type Document = { fields: Record<string, unknown>; texts: Record<string, Record<string, string>> }

/** Publishes an item, past the studio. */
export async function publish(
  kind: string,
  slug: string,
  document: Document,
  {
    parent = null,
    position = 1,
    tier = 'freemium',
  }: { parent?: string | null; position?: number; tier?: string } = {},
): Promise<string> {
  const [made] = await database<{ id: string }>(
    `with item as (
       insert into content_items (kind, slug, parent, position, tier, version) values ($1, $2, $3, $4, $5, 1) returning id
     ) insert into content_versions (item, version, document, author_name)
       select id, 1, $6, 'Claire Morvan' from item returning item as id`,
    [kind, slug, parent, position, tier, { ...document, from: {} }],
  )
  const id = made?.id as string
  await database(`select private.publish_version(item, 1, now()) from content_items as item where id = $1`, [
    id,
  ])
  return id
}

export const DECK = `kicker: 1 · Pourquoi
# Dix pertes de suite arrivent
Risquer peu laisse *le temps d’apprendre*.

- Une série de pertes est normale.
- Ce qui reste décide de la suite.

Note: Faites compter la salle : combien de pertes de suite, au pire ?
---
kicker: 2 · L’équilibre
# Un taux de réussite ne veut rien dire sans le ratio
Avec un gain moyen de [2](given:), **un trade gagnant sur trois suffit** : [33,3 %](calc:breakeven-rate?gain=2).

$$ p = \\frac{1}{1 + \\text{gain}} $$

| Gain pour 1 risqué | 1 | 2 | 3 |
|---|---|---|---|
| Taux à l’équilibre | 50 % | 33,3 % | 25 % |

:::curve figure=breakeven-rate over=gain from=0.5 to=4 points=1,2,3 active=2 x=gain moyen pour 1 risqué y=taux de réussite

Note: Deux traders, même taux de réussite de 40 %.
---
# Un trade en R
:::position entry=1.0830 stop=1.0805 targets=1.0880
---
# Le niveau que tout le monde voit
Le prix y revient trois fois.

:::candles path=101,104,100.5,104,101,106 bars=60 noise=0.6 seed=7 levels=104:resistance,100.5:support
---
# À vous
Placez le stop là où l’idée devient fausse.

:::task stop path=104,101,103,101.2,103.5 bars=48 noise=0.5 seed=3 entry=103.5 levels=101:support zone=100:100.8
---
# Ce que coûte une erreur
:::bars values=40,30,30 labels=Stop trop serré|Taille trop grande|Autre unit=%

:::inconnu valeur=1
<script>window.ran = 1</script>
`

const LESSONS = [
  {
    slug: 'risquer-peu',
    title: 'Risquer peu, longtemps',
    ability: 'Fixer un risque par trade qui survit à dix pertes',
    parts: { article: 6, slides: 8 },
    tier: 'freemium',
    module: 'survive',
  },
  {
    slug: 'taille',
    title: 'Taille d’essai',
    ability: 'Calculer une taille de position dans toute devise',
    parts: { article: 6, slides: 8, exercise: 5, quiz: 5 },
    tier: 'premium',
    module: 'survive',
  },
  {
    slug: 'ratio',
    title: 'Ratio risque/rendement',
    ability: 'Placer un stop là où l’idée devient fausse',
    parts: { video: 6, article: 6, slides: 8 },
    tier: 'premium',
    module: 'decide',
  },
] as const

/** A course of three lessons, the first of which is free. `name` makes its addresses unique. */
export async function teach(
  name: string,
  { deck = DECK } = {},
): Promise<{ course: string; lessons: string[] }> {
  await publish('notion', `${name}-ratio`, {
    fields: { rule: { reward_at_least: '1.5' } },
    texts: { fr: { title: 'Ratio', summary: 'Ce que l’objectif rapporte pour un risqué.' } },
  })
  const course = await publish('course', name, {
    fields: {
      level: 'intermediate',
      author: 'Claire Morvan',
      requires: [],
      modules: ['survive', 'decide'],
      engraving: {
        kind: 'candles',
        path: [101, 104, 100.5, 104, 101, 106],
        bars: 40,
        noise: 0.6,
        seed: 7,
        levels: [
          { at: 104, as: 'resistance' },
          { at: 100.5, as: 'support' },
        ],
      },
    },
    texts: {
      fr: {
        title: 'Risque d’essai',
        summary: 'Combien risquer, où sortir, quand s’arrêter.',
        modules: 'Survivre\nDécider',
        abilities: LESSONS.map(({ ability }) => ability).join('\n'),
      },
    },
  })
  for (const [index, { slug, title, parts, tier, module }] of LESSONS.entries())
    await publish(
      'lesson',
      `${name}-${slug}`,
      {
        fields: {
          course: name,
          module,
          minutes: parts,
          notions: [`${name}-ratio`],
          ...('exercise' in parts ? { exercise: { task: 'stop', charts: 3 } } : {}),
          ...('video' in parts ? { video: { embed: 'https://videos.example/1' } } : {}),
          sources: [
            { title: 'Règlement d’exemple', url: 'https://example.com/reglement', read_on: '2026-11-20' },
          ],
        },
        texts: {
          fr: {
            title,
            summary: 'Une perte de 1 % se rattrape, une de 50 % double l’effort.',
            article:
              'Après dix pertes à [1 %](given:), il reste [90,4 %](calc:account-after-losses?risk=0.01&losses=10) du compte.\n\n## Ce que cela change\n\n' +
              'Un paragraphe ordinaire, qui se lit.\n\n'.repeat(12),
            deck,
          },
        },
      },
      { parent: course, position: index + 1, tier },
    )
  return { course: name, lessons: LESSONS.map(({ slug }) => `${name}-${slug}`) }
}
