import { expect, it } from 'vitest'
import { createQueryClient } from './query.ts'
import { type ListResource, rowsQuery } from './resource.ts'

const NUMBERS: ListResource<{ id: number }> = {
  name: 'numbers',
  list: ({ filter, after, most }) =>
    Promise.resolve(
      Array.from({ length: Number(filter.count) }, (_, place) => ({ id: place + 1 }))
        .filter(({ id }) => after === null || id > after.id)
        .slice(0, most),
    ),
}

it.each([
  ['0', [[]]],
  ['2', [[1, 2]]],
  ['3', [[1, 2, 3], [3]]],
  ['5', [[1, 2, 3], [3, 4, 5], [5]]],
])(
  'reads a list of %s rows in pages of two, each after the last row of the one before',
  async (count, pages) => {
    const found = await createQueryClient().fetchInfiniteQuery({
      ...rowsQuery(NUMBERS, { count }, 2),
      pages: 9,
    })
    // A page with a successor contains one extra row: the first row of the next page.
    expect(found.pages.map((page) => page.map(({ id }) => id))).toEqual(pages)
  },
)
