// The memory of answers stays within its budget and forgets what was used longest ago.
import { expect, test } from 'vitest'
import { createAnswerMemory } from '../../../ingestors/client/remember.ts'

const answer = (body: string, etag: string | null = '"1"') => ({ etag, lastModified: null, body })

test('forgets the longest unused first', () => {
  const memory = createAnswerMemory({ mostCharacters: 10, mostCharactersEach: 8 })
  memory.keep('a', answer('aaaa'))
  memory.keep('b', answer('bbbb'))
  expect(memory.recall('a')?.body).toBe('aaaa')
  memory.keep('c', answer('cccc'))
  expect(['a', 'b', 'c'].map((name) => memory.recall(name)?.body)).toEqual(['aaaa', undefined, 'cccc'])
})

test('counts a replaced answer once', () => {
  const memory = createAnswerMemory({ mostCharacters: 10, mostCharactersEach: 8 })
  for (let i = 0; i < 5; i++) memory.keep('a', answer('aaaa'))
  memory.keep('b', answer('bbbb'))
  expect(memory.recall('a')?.body).toBe('aaaa')
})

test('keeps neither what is too large nor what cannot be asked for, and forgets what they replace', () => {
  const memory = createAnswerMemory({ mostCharacters: 100, mostCharactersEach: 8 })
  memory.keep('a', answer('aaaa'))
  memory.keep('a', answer('a'.repeat(9)))
  expect(memory.recall('a')).toBeUndefined()
  memory.keep('b', answer('bbbb'))
  memory.keep('b', answer('bbbb', null))
  expect(memory.recall('b')).toBeUndefined()
})
