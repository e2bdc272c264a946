import { bundle } from './message-bundle.ts'

export const messages = bundle(
  import.meta.glob(
    [
      '../app/messages/es.json',
      '../ui/messages/es.json',
      '../lib/messages/es.json',
      '../charts/messages/es.json',
      '../features/*/messages/es.json',
    ],
    { eager: true, import: 'default' },
  ),
)
