export const AnswerSearch = ({ onAsk }: { onAsk: (words: string) => void }) => (
  <button type="button" onClick={() => onAsk('')}>Ouvrir une demande</button>
)
