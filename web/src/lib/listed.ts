/** Names in a row; a line breaks after the dot between two, never before it. */
export const listed = (names: readonly string[]): string => names.join('\u00a0· ')
