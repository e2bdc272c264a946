import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { answerQuestion, attemptKey, attemptQuery, attemptRefusal, type ReadAttempt } from './attempts.ts'
import { dropAnswer, keepAnswer, keptAnswers } from './kept-answers.ts'
import type { Answer, Given } from './questions.ts'

/**
 * An attempt and its answers. `answer` keeps what was answered, then sends it; without a network it is sent when the server is
 * reachable again. `waiting` are the places whose answers are not graded yet.
 */
export function useAttempt(id: string) {
  const cache = useQueryClient()
  const query = useQuery(attemptQuery(id))
  const [kept, setKept] = useState(() => keptAnswers(id))
  const [refused, setRefused] = useState<ReturnType<typeof attemptRefusal>>(null)
  const sending = useRef(false)

  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (let next = keptAnswers(id)[0]; next; next = keptAnswers(id)[0]) {
        const { place, given } = next
        try {
          const answer = await answerQuestion(id, place, given)
          cache.setQueryData<ReadAttempt>(attemptKey(id), (read) => read && withAnswer(read, place, answer))
        } catch (error) {
          const refusal = attemptRefusal(error)
          if (refusal === null) return
          // An earlier sending did arrive, although its response was lost: the attempt has the answer.
          if (refusal !== 'already_answered') setRefused(refusal)
          await cache.invalidateQueries({ queryKey: attemptKey(id) })
        }
        setKept(dropAnswer(id, place))
      }
    } finally {
      sending.current = false
    }
  }, [id, cache])

  useEffect(() => {
    void send()
    const again = () => onlineManager.isOnline() && void send()
    const stop = onlineManager.subscribe(again)
    // A request that failed while the network seemed fine.
    const timer = setInterval(again, RESEND_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [send])

  const answer = (place: number, given: Given) => {
    setRefused(null)
    setKept(keepAnswer(id, { place, given }))
    void send()
  }
  return { ...query, answer, refused, waiting: kept }
}

const RESEND_MS = 5000

const withAnswer = (read: ReadAttempt, place: number, answer: Answer): ReadAttempt => ({
  ...read,
  questions: read.questions.map((one) => (one.place === place ? { ...one, answer } : one)),
})
