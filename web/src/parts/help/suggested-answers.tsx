export const SuggestedAnswers = ({ question }: { question: string }) => (question ? null : null)
