import { expect, it } from 'vitest'
import { groupChoices } from './choice-search.ts'

it('groups come in the order of their first choice, and those without a group before them', () => {
  const choices = [
    { value: 'gold', label: 'XAU/USD', group: 'Metals' },
    { value: 'euro', label: 'EUR/USD', group: 'Forex' },
    { value: 'silver', label: 'XAG/USD', group: 'Metals' },
    { value: 'all', label: 'All' },
  ]
  expect(
    groupChoices(choices).map(([group, members]) => [group, members.map((choice) => choice.value)]),
  ).toEqual([
    ['', ['all']],
    ['Metals', ['gold', 'silver']],
    ['Forex', ['euro']],
  ])
  expect(groupChoices([])).toEqual([])
})
