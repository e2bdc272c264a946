// How the fields of a kind are declared and read: one zod schema defines the values of a field and, through `meta`, its input.
import { z } from 'zod'

// The page's content security policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

/** How a field is entered, where its type does not determine it. */
export type Writing = {
  as?: 'share' | 'money' | 'long' | 'link' | 'day' | 'slug'
  /** A key of `units` in the kind's messages, shown after the value. */
  unit?: string
}

/** How a field is rendered, derived from its schema. */
export type Shape = Writing & { optional: boolean } & (
    | { type: 'text'; most: number | undefined }
    | { type: 'number' | 'decimal' | 'switch' | 'words' | 'data' }
    | { type: 'choice' | 'choices'; values: readonly string[] }
    | { type: 'fact'; of: Shape; days: number }
    | { type: 'group'; of: Readonly<Record<string, Shape>> }
    | { type: 'list'; of: Readonly<Record<string, Shape>>; fresh: () => Record<string, unknown> }
  )

/** A decimal as text, such as `0.74`, so that no figure passes through a float. */
export const decimal = (writing: Writing = {}) =>
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,8})?$/)
    .meta({ decimal: true, ...writing })
/** A value with a structure of its own, entered as YAML; what it must be, the database checks at publication. */
export const data = () => z.unknown().meta({ data: true }).optional()
export const day = () => z.iso.date().meta({ as: 'day' })
export const link = () => z.url({ protocol: /^https$/ }).meta({ as: 'link' })
export const slug = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,47}$/)
    .meta({ as: 'slug' })
/** Integer minor units of the currency given next to it. */
export const money = () => z.int().min(0).meta({ as: 'money' })

/**
 * A value with its source, the day on which it was read, and the number of days it stays valid. An optional fact may have no
 * value; a fact with a value always has a source and a day.
 */
export const fact = (value: z.ZodType, days: number, { optional = false } = {}) =>
  z
    .object({
      value: value.nullable(),
      source: z.string().trim().max(300),
      source_url: link().nullable(),
      read_on: z.union([z.iso.date(), z.literal('')]),
      valid_days: z.int().min(1).max(3650),
    })
    .check(({ value: given, issues }) => {
      const missing = (part: 'value' | 'source' | 'read_on') =>
        issues.push({ code: 'custom', input: given, path: [part], message: 'missing' })
      if (given.value === null && !optional) missing('value')
      if (given.value !== null && given.source.length < 2) missing('source')
      if (given.value !== null && given.read_on === '') missing('read_on')
    })
    .meta({ days, optional })

export function shapeOf(schema: z.ZodType): Shape {
  const writing = (schema.meta() ?? {}) as Writing & {
    days?: number
    optional?: boolean
    decimal?: true
    data?: true
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return { ...shapeOf(schema.unwrap() as z.ZodType), optional: true }
  const { as, unit } = writing
  const base = { optional: writing.optional ?? false, ...(as ? { as } : {}), ...(unit ? { unit } : {}) }
  if (schema instanceof z.ZodObject) {
    const { value } = schema.shape as Record<string, z.ZodType>
    if (writing.days !== undefined && value)
      return {
        ...base,
        type: 'fact',
        of: shapeOf((value as z.ZodNullable<z.ZodType>).unwrap()),
        days: writing.days,
      }
    return { ...base, type: 'group', of: shapesOf(schema) }
  }
  if (schema instanceof z.ZodArray) {
    const item = schema.element as z.ZodType
    if (item instanceof z.ZodEnum) return { ...base, type: 'choices', values: item.options as string[] }
    if (item instanceof z.ZodObject)
      return { ...base, type: 'list', of: shapesOf(item), fresh: () => freshOf(item) }
    return { ...base, type: 'words' }
  }
  if (schema instanceof z.ZodEnum) return { ...base, type: 'choice', values: schema.options as string[] }
  if (schema instanceof z.ZodBoolean) return { ...base, type: 'switch' }
  if (schema instanceof z.ZodNumber) return { ...base, type: 'number' }
  if (writing.decimal) return { ...base, type: 'decimal' }
  if (writing.data) return { ...base, optional: true, type: 'data' }
  return { ...base, type: 'text', most: (schema as z.ZodString).maxLength ?? undefined }
}

export const shapesOf = (schema: z.ZodObject): Record<string, Shape> =>
  Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, shapeOf(field as z.ZodType)]))

/** The fields of a new item. Required values start empty, never invented, so that the form asks for them. */
export function freshOf(schema: z.ZodObject): Record<string, unknown> {
  const fresh = (shape: Shape): unknown => {
    switch (shape.type) {
      case 'fact':
        return { value: null, source: '', source_url: null, read_on: '', valid_days: shape.days }
      case 'group':
        return Object.fromEntries(
          Object.entries(shape.of).flatMap(([name, of]) => (of.optional ? [] : [[name, fresh(of)]])),
        )
      case 'list':
      case 'choices':
      case 'words':
        return []
      case 'switch':
        return false
      case 'number':
        return shape.optional ? null : 0
      default:
        return shape.optional ? null : ''
    }
  }
  return Object.fromEntries(Object.entries(shapesOf(schema)).map(([name, shape]) => [name, fresh(shape)]))
}
