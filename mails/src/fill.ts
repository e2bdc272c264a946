/** `{{name}}` becomes its value. Throws where there is none: a sentence with a hole must not leave. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new RangeError(`The text "${text}" asks for ${name}.`)
    return value
  })
}
