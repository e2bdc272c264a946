import { describe, expect, it } from 'vitest'
import { shareText } from './share-result.tsx'

describe('[S-111] a shared result', () => {
  it('says which questions were right, and nothing of what they asked', () => {
    expect(shareText('Vigie, test du 23/11/2026\u00a0: 2 sur 3', [true, false, true])).toBe(
      'Vigie, test du 23/11/2026\u00a0: 2 sur 3\n■□■',
    )
  })
})
