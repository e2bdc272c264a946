type Texts = Record<string, unknown>

/** Files of one language by their feature: `…/features/signals/messages/fr.json` is the namespace `signals`. */
export function bundle(files: Record<string, unknown>): Record<string, Texts> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => {
      const parts = path.split('/')
      return [parts[parts.indexOf('messages') - 1] as string, texts as Texts]
    }),
  )
}
