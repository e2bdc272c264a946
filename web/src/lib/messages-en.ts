import { bundle } from './message-bundle.ts'

export const messages = bundle(
  import.meta.glob(
    [
      '../app/messages/en.json',
      '../ui/messages/en.json',
      '../lib/messages/en.json',
      '../charts/messages/en.json',
      '../features/*/messages/en.json',
    ],
    { eager: true, import: 'default' },
  ),
)
