import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their length tells; the runner itself puts the rest in order, by its memory or by size. */
const LONG = ['every-screen.spec.ts', 'public.spec.ts', 'never-missed.spec.ts', 'start.spec.ts']

/** The longest files come first, so that both workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      LONG.includes(basename(moduleId)) ? LONG.indexOf(basename(moduleId)) : LONG.length
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
