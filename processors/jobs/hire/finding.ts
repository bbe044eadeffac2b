// What an answer of another route comes to in a brief: its signal and its key fields, every text in it shown as words and nothing else.
import { disarmWords } from '../markdown/disarm.ts'
import { cleanText } from '../read/text/clean.ts'
import { wordsOf } from './plan/plan.ts'

export type Fields = Record<string, number | string | boolean>

const mostFields = 10
const mostText = 160
const deepest = 3

/** One line, without markup, links that act, or characters that show nothing. */
export const shown = (text: string, most: number): string => {
  const plain = disarmWords(cleanText(text).replace(/\s+/g, ' ').trim())
  return plain.length <= most
    ? plain
    : `${plain
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** The fields whose names the task speaks of first, then as they come. */
export function keyFieldsOf(body: Readonly<Record<string, unknown>>, task: string): Fields {
  const said = wordsOf(task)
  const all = Object.entries(body).flatMap(([name, value]) =>
    name === 'signal' || name === 'meta' ? [] : leaves(value, name, 1),
  )
  const asked = ([path]: [string, unknown]) =>
    wordsOf(path)
      .trim()
      .split(' ')
      .some((word) => word.length > 2 && said.includes(` ${word} `))
      ? 0
      : 1
  return Object.fromEntries(
    all
      .slice(0, 400)
      .toSorted((a, b) => asked(a) - asked(b))
      .slice(0, mostFields),
  )
}

function leaves(value: unknown, path: string, depth: number): [string, number | string | boolean][] {
  if (typeof value === 'number' || typeof value === 'boolean') return [[path, value]]
  if (typeof value === 'string') return value === '' ? [] : [[path, shown(value, mostText)]]
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  // Of a list its first: what leads it.
  if (Array.isArray(value)) return value.length === 0 ? [] : leaves(value[0], `${path}[0]`, depth + 1)
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${shown(name, 60)}`, depth + 1))
}
