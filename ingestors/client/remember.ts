// The answers whose upstream can say "not modified", kept within a budget; what was used longest ago goes first.
import type { Body } from './body.ts'

export interface Remembered {
  readonly etag: string | null
  readonly lastModified: string | null
  readonly body: Body
}

export interface AnswerMemory {
  recall(name: string): Remembered | undefined
  keep(name: string, answer: Remembered): void
}

export function createAnswerMemory(limits: { mostCharacters: number; mostCharactersEach: number }): AnswerMemory {
  const answers = new Map<string, Remembered>()
  let characters = 0
  const drop = (name: string): void => {
    characters -= answers.get(name)?.body.length ?? 0
    answers.delete(name)
  }
  return {
    recall(name) {
      const answer = answers.get(name)
      if (answer === undefined) return undefined
      answers.delete(name)
      answers.set(name, answer)
      return answer
    },
    keep(name, answer) {
      drop(name)
      const canBeAskedFor = answer.etag !== null || answer.lastModified !== null
      if (!canBeAskedFor || answer.body.length > limits.mostCharactersEach) return
      answers.set(name, answer)
      characters += answer.body.length
      for (const oldest of answers.keys()) {
        if (characters <= limits.mostCharacters) return
        drop(oldest)
      }
    },
  }
}
