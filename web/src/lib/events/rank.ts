/** A place in a list as a sentence has it: `1er`, `3e` in French, the number elsewhere. */
export const rankIn = (language: string, rank: number): string =>
  language === 'fr' ? (rank === 1 ? '1er' : `${rank}e`) : String(rank)
