/** The questions of the home page, in the order used there and in the data for search engines. */
export const QUESTIONS = ['believe', 'advice', 'free', 'cancel', 'late', 'prices'] as const
