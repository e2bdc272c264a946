import { describe, expect, it } from 'vitest'
import { type LeadNotification, notifyAdministrators } from './lead-notification.ts'

const registration: LeadNotification = {
  type: 'inscription',
  userEmail: 'alix@example.org',
  firstName: 'Alix',
  lastName: 'Laurent',
  additionalData: { source: 'freemium' },
}

describe('telling the administrators', () => {
  it('[S-28] calls admin-notifications with the registration', async () => {
    const calls: unknown[] = []
    const invoke = async (name: string, options: object) => {
      calls.push({ name, options })
      return { error: null }
    }
    await notifyAdministrators({ invoke }, registration)
    expect(calls).toEqual([{ name: 'admin-notifications', options: { body: registration } }])
  })

  it.each([
    ['an error in the answer', async () => ({ error: new Error('500') })],
    ['a rejected call', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('[S-28] ignores %s silently', async (_, invoke) => {
    await expect(notifyAdministrators({ invoke }, registration)).resolves.toBeUndefined()
  })
})
