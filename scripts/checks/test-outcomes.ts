import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The parts of vitest's JSON report that are used. */
export type Report = {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const LINES_OF_A_FAULT = 16

/** Each failed test with the first lines of its errors, one a try, and each test that passed only on a retry. */
export function outcomes({ testResults }: Report, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const each = assertionResults.flatMap(({ fullName, status, failureMessages }) => {
      // A retry may fail by what the first try left behind.
      const faults = [...new Set(failureMessages.map(excerpt))]
      if (status === 'failed') return [`failed: ${file}: ${fullName}\n${faults.join('\n  then:\n')}`]
      return faults.length === 0 ? [] : [`passed on a retry: ${file}: ${fullName}\n${faults[0]}`]
    })
    const unread = status === 'failed' && each.length === 0
    return unread ? [`failed: ${file}\n${excerpt(message)}`] : each
  })
}

function excerpt(fault: string): string {
  const lines = stripVTControlCharacters(fault).split('\n')
  const own = lines.filter((line) => !line.includes('node_modules') && !line.includes('new Promise'))
  return own
    .slice(0, LINES_OF_A_FAULT)
    .map((line) => `  ${line}`)
    .join('\n')
}
