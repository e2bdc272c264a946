import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const isThanks = async (text: string, names: string[] = ['Hugo Lemaire', 'Hugo', 'Alix']) =>
  (await vigie.admin.query<{ is: boolean }>('select private.is_only_thanks($1, $2) as is', [text, names]))
    .rows[0]?.is

const THANKS = [
  'merci',
  'Merci !',
  'Merci beaucoup Hugo !',
  'Super, merci 🙏',
  'Un grand merci pour votre aide, bonne journée',
  'C’est parfait, merci.\n\nCordialement,\nAlix',
  'Bonjour, merci pour votre réponse. Tout fonctionne maintenant !',
  'ok merci',
  'Parfait !',
  'Thanks!',
  'Thank you so much, Hugo. Have a great day!',
  'Great, that works now. Thanks again',
  'Muchas gracias por tu ayuda',
  'Perfecto, ya funciona. ¡Gracias!',
  'Grazie mille, ora funziona',
  'Perfetto, la ringrazio. Buona giornata',
]
const REQUESTS = [
  'merci mais ça ne marche toujours pas',
  'Merci. Et pour la facture ?',
  'ok merci, et le mois prochain',
  'Non merci',
  'Merci de me rembourser',
  'Merci de votre réponse rapide, j’attends toujours le virement',
  'ça ne marche pas',
  'pas parfait',
  'Thanks, but it still does not work',
  'Thanks. What about my refund?',
  'Thank you, please also cancel my plan',
  'Gracias, pero sigue sin funcionar',
  'gracias, no funciona',
  'Grazie, ma non funziona ancora',
  'Grazie. E la fattura?',
  'Bonjour',
  'Hugo',
  '',
  '   ',
  '???',
  'merci '.repeat(60),
]

describe('a thank-you', () => {
  it.each(THANKS)('[S-114] reopens nothing: %j', async (text) => {
    expect(await isThanks(text)).toBe(true)
  })
  it.each(REQUESTS)('[S-114] is no mere thank-you: %j', async (text) => {
    expect(await isThanks(text)).toBe(false)
  })
  it('takes a name for a name only where somebody of the ticket has it', async () => {
    expect(await isThanks('Merci Bertrand', [])).toBe(false)
  })
})
