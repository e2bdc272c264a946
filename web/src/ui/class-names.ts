import clsx, { type ClassValue } from 'clsx'

/** Joins class names, leaving out the falsy ones. */
export const classNames = (...values: ClassValue[]): string => clsx(values)
