/** Names in a row. A line may break after the dot between two, never before it, nor before a name's number (`MetaTrader 5`). */
export const listed = (names: readonly string[]): string =>
  names.map((name) => name.replace(/ (?=\d)/g, '\u00a0')).join('\u00a0· ')
