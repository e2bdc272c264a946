import type { Figure } from './figure.ts'

export const RISK: Record<string, Figure> = {}
