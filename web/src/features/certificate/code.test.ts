import { describe, expect, it } from 'vitest'
import { readCode } from './code.ts'

describe('the code of a certificate', () => {
  it('is read however it was typed, and refused where a sign of it is never used', () => {
    for (const typed of ['V-7Q4K-92MD-ABCD', 'v7q4k92mdabcd', ' V 7Q4K 92MD ABCD ', '7q4k-92md-abcd'])
      expect(readCode(typed)).toBe('V-7Q4K-92MD-ABCD')
    // A code may begin with V: then the letter in front is needed.
    expect(readCode('V-V234-5678-9ABC')).toBe('V-V234-5678-9ABC')
    for (const typed of ['', 'V-', 'V-7Q4K-92MD', 'V-OOOO-1111-IIII', 'V-7Q4K-92MD-ABCDE'])
      expect(readCode(typed)).toBeNull()
  })
})
