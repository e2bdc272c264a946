/** Replaces `{{name}}` by its value. Throws when it is missing, so that no incomplete sentence is sent. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new RangeError(`The text "${text}" requires ${name}.`)
    return value
  })
}
