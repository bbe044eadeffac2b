// The scores of the answers that this tab was given to one and the same question, as a line; forgotten with the tab.
import { drawScores, type ScoreAt } from '../view/line.ts'
import { h, type PageNode } from '../view/node.ts'

const mostKept = 60

/** Keeps the answer's score; null where there are not two yet. */
export function lineOfPaid(question: string, body: unknown): PageNode | null {
  const { signal, meta } = (body ?? {}) as { signal?: { score?: unknown }; meta?: { as_of?: unknown } }
  const [score, at] = [signal?.score, meta?.as_of]
  if (typeof score !== 'number' || typeof at !== 'string') return null
  const before = read(question).filter((one) => one.at !== at)
  const points = [...before, { at, score }].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-mostKept)
  try {
    sessionStorage.setItem(nameOf(question), JSON.stringify(points))
  } catch {
    return null // a browser that keeps nothing draws nothing
  }
  const line = drawScores(points)
  return line === null ? null : h('div', { class: 'history' }, h('p', { class: 'soft' }, `Your ${points.length} answers`), line)
}

const nameOf = (question: string): string => `answers ${question}`

function read(question: string): ScoreAt[] {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(question)) ?? '[]') as ScoreAt[]
  } catch {
    return [] // whatever else stands there is none of ours
  }
}
