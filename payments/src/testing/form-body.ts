/** A form body in Stripe's notation, `a[b][0][c]=d`, as an object. Numbers stay text. */
export type Form = { [name: string]: string | Form }

export function readForm(body: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    let place = form
    for (const part of path.slice(0, -1)) {
      const next = place[part]
      const inner = typeof next === 'object' ? next : (Object.create(null) as Form)
      place[part] = inner
      place = inner
    }
    place[path.at(-1) ?? ''] = value
  }
  return form
}

export const textOf = (value: string | Form | undefined): string => (typeof value === 'string' ? value : '')
export const formOf = (value: string | Form | undefined): Form => (typeof value === 'object' ? value : {})
