import { PARTS, type Part } from './course.ts'

/** The names of the parts in addresses. */
const NAMES: Readonly<Record<Part, string>> = {
  video: 'video',
  article: 'article',
  slides: 'diapositives',
  exercise: 'exercice',
  quiz: 'quiz',
}

export const courseAddress = (course: string): string => `/formations?cours=${course}`

/** The address of a lesson, of one of its parts, or of a place in a part: a slide or a second. */
export function lessonAddress(course: string, lesson: string, part?: Part, place?: number): string {
  const within = part === undefined ? '' : `&partie=${NAMES[part]}`
  return `${courseAddress(course)}&lecon=${lesson}${within}${place === undefined ? '' : `#${place}`}`
}

export const partNamed = (name: string | null): Part | null =>
  PARTS.find((part) => NAMES[part] === name) ?? null

/** The place that an address ends with, if it is a number of at least 1. */
export function placeIn(hash: string): number | null {
  const place = /^#(\d{1,6})$/.exec(hash)?.[1]
  return place === undefined || Number(place) < 1 ? null : Number(place)
}
