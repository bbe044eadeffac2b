// Articles as stories: those whose titles share most of their words are one, told first by the oldest; and the names titles have.

import { mostFirst } from '../../formula/lists.ts'
import { tellingWords } from '../../inputs/query-text.ts'

const likeness = 0.6
const mostNames = 10

/** For each title the place of the title its story is told under. Titles oldest first. */
export function clusterTitles(titles: readonly string[]): number[] {
  const heads: { readonly at: number; readonly words: ReadonlySet<string> }[] = []
  return titles.map((title, at) => {
    const words = new Set(tellingWords(title))
    const head = heads.find((one) => jaccard(one.words, words) >= likeness)
    if (head !== undefined) return head.at
    heads.push({ at, words })
    return at
  })
}

export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - shared
  // Two titles without a telling word are not one story.
  return all === 0 ? 0 : shared / all
}

/** Runs of capitalised words within titles; of titles in which every word has a capital letter, nothing can be told. */
export function namesIn(titles: readonly string[]): { text: string; n: number }[] {
  const counts = new Map<string, number>()
  for (const title of titles) {
    const words = title.match(/[\p{L}\p{N}][\p{L}\p{N}'’&.-]*/gu) ?? []
    const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length
    if (words.length < 4 || capitals > 0.6 * words.length) continue
    for (const name of new Set(runsOf(title))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([text, n]) => ({ text, n }))
    .sort(mostFirst('n', 'text'))
    .slice(0, mostNames)
}

function runsOf(title: string): string[] {
  const runs = [...title.matchAll(/\p{Lu}[\p{L}\p{N}'’&-]*(?:\s+(?:of\s+(?:the\s+)?)?\p{Lu}[\p{L}\p{N}'’&-]*)*/gu)]
  // The first word of a title has a capital letter for being the first.
  return runs.flatMap(({ 0: run, index }) => (index === 0 && !/\s|^\p{Lu}{2,}$/u.test(run) ? [] : [run.replace(/['’]s$/u, '')]))
}
