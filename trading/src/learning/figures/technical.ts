import type { Figure } from './figure.ts'

export const TECHNICAL: Record<string, Figure> = {}
