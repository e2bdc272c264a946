import { expect, it } from 'vitest'
import { inOrder } from './todo.ts'

const todo = (key: string, deadline: number | null, since = 0) => ({ key, deadline, since })
const keys = (todos: readonly { key: string }[]) => todos.map(({ key }) => key)

it('puts what ends first at the top, and what has no end below it, the newest first', () =>
  expect(
    keys(
      inOrder(
        [todo('lesson', null, 10), todo('test', 300), todo('reply', null, 20), todo('release', 200)],
        100,
      ),
    ),
  ).toEqual(['release', 'test', 'reply', 'lesson']))

it('leaves out what can no longer be done, and what comes after six', () => {
  const many = Array.from({ length: 9 }, (_, place) => todo(`${place}`, 100 + place))
  expect(keys(inOrder(many, 101))).toEqual(['2', '3', '4', '5', '6', '7'])
})
