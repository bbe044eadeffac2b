// Finds routes by the words somebody would use for them: those that are named so first, then those that speak of it.
import { inputLines } from '../discovery/calls.ts'
import { askedWords, stemOf } from '../search-words.ts'
import type { SoldTool } from './names.ts'

const mostWords = 16
// What a word is worth by where it stands; as a beginning of another it is worth half.
const [inName, inTitle, inSummary, inDetail] = [8, 5, 3, 1]

type Field = { readonly worth: number; readonly words: ReadonlySet<string> }

export function createSearch(tools: readonly SoldTool[]): (query: string) => SoldTool[] {
  const indexed = tools.map((tool) => ({ tool, fields: fieldsOf(tool) }))
  return (query) => {
    const asked = stemsOf(askedWords(query)).slice(0, mostWords)
    return indexed
      .map(({ tool, fields }) => ({ tool, worth: asked.reduce((sum, word) => sum + worthOf(word, fields), 0) }))
      .filter(({ worth }) => worth > 0)
      .sort((a, b) => b.worth - a.worth || (a.tool.name < b.tool.name ? -1 : 1))
      .map(({ tool }) => tool)
  }
}

function worthOf(word: string, fields: readonly Field[]): number {
  for (const { worth, words } of fields) {
    if (words.has(word)) return worth
    if (word.length >= 3) for (const one of words) if (one.startsWith(word)) return worth / 2
  }
  return 0
}

function fieldsOf({ service, route }: SoldTool): Field[] {
  const inputs = inputLines(route)
  return [
    { worth: inName, words: new Set(wordsOf(`${service.label} ${route.path}`)) },
    { worth: inTitle, words: new Set(wordsOf([service.title, ...service.tags, ...route.tags].join(' '))) },
    { worth: inSummary, words: new Set(wordsOf(route.summary)) },
    {
      worth: inDetail,
      words: new Set(wordsOf([service.description, ...inputs.flatMap(({ name, description }) => [name, description])].join(' '))),
    },
  ]
}

const wordsOf = (text: string): string[] => stemsOf(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

// A plural asks for the same thing.
const stemsOf = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => stemOf(word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word))),
]
