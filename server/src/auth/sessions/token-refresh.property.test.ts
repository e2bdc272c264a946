import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

type Step = { kind: 'tabs'; count: number } | { kind: 'lost answer' } | { kind: 'wait'; seconds: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('tabs' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.constant({ kind: 'lost answer' } as const),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 60 }) }),
)

describe('an honest client', () => {
  let project: AuthProject
  let people = 0
  beforeAll(async () => {
    project = await authProject()
  })
  afterAll(() => project.stop())

  const refresh = async (refresh_token: string) =>
    project.call('POST', '/token?grant_type=refresh_token', { refresh_token })

  it('[S-64] never loses its session through concurrent tabs, lost answers and elapsed time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const email = `tabs${people++}@example.com`
        const { data } = await project.client().auth.signUp({ email, password: 'correct horse' })
        let token = data.session?.refresh_token as string
        for (const step of steps) {
          if (step.kind === 'wait') project.wait(step.seconds)
          else if (step.kind === 'lost answer') expect((await refresh(token)).status).toBe(200)
          else {
            const answers = await Promise.all(Array.from({ length: step.count }, () => refresh(token)))
            expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
            token = answers[0]?.body.refresh_token as string
          }
        }
        expect((await refresh(token)).status).toBe(200)
      }),
      { numRuns: 15 },
    )
  })

  it('[S-64] and a thief: once both have refreshed from one token and the interval is over, both sessions end soon', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 4 }), async (rounds) => {
        const email = `robbed${people++}@example.com`
        const { data } = await project.client().auth.signUp({ email, password: 'correct horse' })
        const stolen = data.session?.refresh_token as string
        let token = stolen
        for (let round = 0; round < rounds; round++) {
          token = (await refresh(token)).body.refresh_token as string
          project.wait(20)
        }
        expect((await refresh(stolen)).status).toBe(400)
        expect((await refresh(token)).status).toBe(400)
      }),
      { numRuns: 5 },
    )
  })
})
