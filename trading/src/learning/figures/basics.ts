import type { Figure } from './figure.ts'

export const BASICS: Record<string, Figure> = {}
