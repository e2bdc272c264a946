import { Dumbbell } from 'lucide-react'
import { z } from 'zod'
import { defineStudio } from '../define-studio.ts'
import { decimal, fact } from '../document/fields.ts'

/**
 * The worked example of the recipe "a content kind": exercises. Its SQL is supabase/examples/exercise.sql. No installation
 * includes it. A kind of the product passes no registry entry: its row in content_kinds.sql is generated for the browser.
 */
export const EXERCISE = defineStudio(
  {
    kind: 'exercise',
    words: 'example',
    icon: Dumbbell,
    schema: z.object({
      level: z.enum(['easy', 'hard']),
      minutes: z.int().min(1).max(120).meta({ unit: 'minutes' }),
      spread: fact(decimal({ unit: 'pips' }), 31),
    }),
    sections: { figures: ['spread'] },
    texts: { title: { as: 'line' }, body: { as: 'markdown' } },
  },
  {
    writers: ['analyst', 'admin'],
    tiered: true,
    requiredTexts: ['title', 'summary', 'body'],
    optionalTexts: ['hint'],
    fixedSlug: false,
    address: null,
  },
)
