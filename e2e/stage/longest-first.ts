import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their size suggests; the runner sorts the rest by recorded duration or size. */
const LONG = ['every-screen.spec.ts', 'public.spec.ts', 'never-missed.spec.ts', 'start.spec.ts']

/** Runs the longest files first, so that both workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      LONG.includes(basename(moduleId)) ? LONG.indexOf(basename(moduleId)) : LONG.length
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
