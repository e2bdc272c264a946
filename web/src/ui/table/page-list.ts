/** The pages that a pagination offers: both ends, the current one and its neighbours; `null` stands for those left out. */
export function pageList(page: number, count: number): (number | null)[] {
  const kept = new Set([1, count, page - 1, page, page + 1])
  // At an end as many are offered as in the middle, so that nothing moves under the pointer.
  for (let step = 1; step <= 5; step++) {
    if (page <= 3) kept.add(step)
    if (page >= count - 2) kept.add(count + 1 - step)
  }
  const pages = [...kept].filter((number) => number >= 1 && number <= count).sort((a, b) => a - b)
  return pages.flatMap((number, place) => {
    const skipped = number - (pages[place - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    // A gap of one page takes as much room as the page.
    return skipped === 1 ? [number - 1, number] : [null, number]
  })
}
