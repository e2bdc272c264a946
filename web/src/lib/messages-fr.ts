import { bundle } from './message-bundle.ts'

export const messages = bundle(
  import.meta.glob(
    [
      '../app/messages/fr.json',
      '../ui/messages/fr.json',
      '../lib/messages/fr.json',
      '../charts/messages/fr.json',
      '../features/*/messages/fr.json',
    ],
    { eager: true, import: 'default' },
  ),
)
