import { expect, it } from 'vitest'
import en from './messages/en.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }

it('[S-23] a lead that cannot be recorded is told in the words of the specification', () => {
  expect([en.recordFailedTitle, en.recordFailed]).toEqual([
    'Registration Error',
    'Unable to record user data.',
  ])
})

it('[S-26] so is the sending of the data', () => {
  expect([fr.sent, fr.notSent]).toEqual([
    'Données envoyées avec succès!',
    "Erreur lors de l'envoi des données.",
  ])
})
