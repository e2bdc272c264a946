import { expect, it } from 'vitest'
import { outcomes } from './test-outcomes.ts'

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
const report = (testResults: Parameters<typeof outcomes>[0]['testResults']) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numFailedTestSuites: 0,
  numTotalTests: 0,
  testResults,
})

it('lists failures, tests that passed at the second attempt, and files that could not be loaded', () => {
  const told = outcomes(
    report([
      {
        name: '/product/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          passed,
          {
            fullName: 'counts',
            status: 'failed',
            failureMessages: ['first', '\u001b[31mexpected 1\u001b[39m\nto be 2'],
          },
          { fullName: 'waits', status: 'passed', failureMessages: ['too late'] },
        ],
      },
      { name: '/product/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: '/product/c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ]),
    '/product',
  )
  expect(told).toEqual([
    'failed: a.test.ts: counts\n  first\n  then:\n  expected 1\n  to be 2',
    'passed on a retry: a.test.ts: waits\n  too late',
    'failed: b.test.ts\n  no such module',
  ])
})
