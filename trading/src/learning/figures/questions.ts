import type { Figure } from './figure.ts'

export const QUESTIONS: Record<string, Figure> = {}
