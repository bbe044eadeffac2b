// All that is wrong with a request's inputs, told at once: who mends one by one pays with a round for each.
import { TollgateError } from '../../base/errors.ts'
import { findMeant } from './nearest.ts'

export interface Problems {
  /** A message that takes work to write is given as the work: beyond what is told it is not done. */
  add(message: string | (() => string)): void
  /** Runs it; what it refuses is a problem among the others, and its value undefined. */
  try<T>(read: () => T): T | undefined
  isEmpty(): boolean
  /** 422 where all that was wrong is what the values mean, else 400. */
  throwAny(): void
}

// Whoever sends thousands reads none of them, and to write each of them down would keep everybody else waiting.
const mostTold = 20

export function createProblems(): Problems {
  const found: TollgateError[] = []
  let untold = 0
  return {
    add(message) {
      if (found.length < mostTold)
        found.push(new TollgateError('input_invalid', typeof message === 'string' ? message : message()))
      else untold += 1
    },
    try(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof TollgateError) || !isInputs(error)) throw error
        if (found.length < mostTold) found.push(error)
        else untold += 1
        return undefined
      }
    },
    isEmpty: () => found.length === 0,
    throwAny() {
      const [first, ...others] = found
      if (first === undefined) return
      if (others.length === 0) throw first
      const code = found.some((one) => one.code === 'input_invalid') ? 'input_invalid' : 'input_unusable'
      // Twice the same is told once: a list may refuse each of its members alike.
      const rest = untold === 0 ? [] : [`and ${untold} more`]
      const message = [...new Set(found.map((one) => one.message)), ...rest].reduce(
        (text, more) => `${text}${/[.?!]$/.test(text) ? '' : ';'} ${more}`,
      )
      throw new TollgateError(code, message, { suggestions: found.flatMap(({ suggestions }) => suggestions) })
    },
  }
}

const isInputs = ({ code }: TollgateError): boolean => code === 'input_invalid' || code === 'input_unusable'

export type Given = Readonly<Record<string, unknown>>

const mostNamed = 20

/** What is wrong with the names alone: one that nobody takes, one given twice, one given empty. */
export function checkNames(
  given: Given,
  taken: readonly string[],
  problems: Problems,
  what: 'parameter' | 'member' = 'parameter',
): void {
  for (const [name, value] of Object.entries(given)) {
    if (!taken.includes(name)) problems.add(() => unknownName(name, taken, what))
    else if (Array.isArray(value) && what === 'parameter')
      problems.add(`${name} is given ${value.length === 2 ? 'twice' : `${value.length} times`}; send it once`)
    else if (value === '') problems.add(`${name} is empty; leave it out or give it a value`)
  }
}

/** Those that can be read on: what is wrong with the others is told already. */
export function wellNamed(given: Given, taken: readonly string[], what: 'parameter' | 'member' = 'parameter'): Given {
  const isWell = ([name, value]: [string, unknown]) =>
    taken.includes(name) && value !== '' && !(Array.isArray(value) && what === 'parameter')
  return Object.fromEntries(Object.entries(given).filter(isWell))
}

function unknownName(name: string, taken: readonly string[], what: string): string {
  const shown = /^[\w.-]{1,40}$/.test(name) ? name : JSON.stringify(name.slice(0, 40))
  if (taken.length === 0) return `unknown ${what} ${shown}; there are none here`
  const meant = findMeant(name, taken)
  if (meant !== null) return `unknown ${what} ${shown}; did you mean ${meant}?`
  return `unknown ${what} ${shown}; there are ${taken.slice(0, mostNamed).join(', ')}`
}
