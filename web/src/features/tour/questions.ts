/** The questions of the home page, in the order in which they are asked there and told to search engines. */
export const QUESTIONS = ['believe', 'advice', 'free', 'cancel', 'late', 'prices'] as const
