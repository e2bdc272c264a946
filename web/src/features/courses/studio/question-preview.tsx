import type { Language } from 'mails/languages'
import type { Question, QuestionChart } from '#lib/learning/questions.ts'
import { QuestionCard } from '#parts/quiz/question-card.tsx'
import type { PreviewProps } from '#studio/define-studio.ts'
import { itemsOf } from '#studio/document/read-values.ts'

/** A question before it is answered, with its choices in the document's order. */
export function QuestionPreview({ fields, texts, language }: PreviewProps) {
  const question: Question = {
    place: 1,
    form: (fields.form as Question['form']) || 'single',
    topic: (fields.topic as Question['topic']) || 'risk',
    level: (fields.level as Question['level']) || 1,
    unit: fields.unit === 'none' ? null : ((fields.unit as string | null) ?? null),
    digits: (fields.digits as number | null) ?? null,
    chart: (fields.chart as QuestionChart | null) ?? null,
    notion: (fields.notion as string | null) ?? null,
    lesson: null,
    texts: { [language as Language]: { ask: texts.title ?? '', choices: itemsOf(texts.choices) } },
    answer: null,
  }
  return (
    <div className="p-4 md:p-6">
      <QuestionCard question={question} answer={null} draft={null} onAnswer={() => undefined} />
    </div>
  )
}
