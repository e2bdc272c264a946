import clsx, { type ClassValue } from 'clsx'

/** Class names, with the falsy ones left out. */
export const classNames = (...values: ClassValue[]): string => clsx(values)
