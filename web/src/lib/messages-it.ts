import { bundle } from './message-bundle.ts'

export const messages = bundle(
  import.meta.glob(
    [
      '../app/messages/it.json',
      '../ui/messages/it.json',
      '../lib/messages/it.json',
      '../charts/messages/it.json',
      '../features/*/messages/it.json',
    ],
    { eager: true, import: 'default' },
  ),
)
