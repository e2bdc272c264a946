import { expect, it } from 'vitest'
import { requireHardToGuess } from './admin.ts'

const email = 'admin@vigie.local'

it.each(['password1', '        ', 'aaaaaaaa', 'admin@vigie.local', 'administrator', 'vigie2026'])(
  'an administrator cannot have the password %j',
  async (password) => {
    await expect(requireHardToGuess(password, email)).rejects.toThrow(
      'The setting ADMIN_PASSWORD is invalid: it is easily guessed.',
    )
  },
)

it('an administrator can have a password that is hard to guess', async () => {
  await expect(requireHardToGuess('phare marée cordage lundi', email)).resolves.toBeUndefined()
})
