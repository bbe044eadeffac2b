// The countries and states that a task names, and which of all its places no reading is asked about.
import { countryCodes, countryName, findCountry } from '../../../inputs/country.ts'
import { usStates } from '../../../inputs/us-states.ts'

const longestName = 4

/** By their English names; of codes only those people write: a code of two letters is too often a word. */
export function countriesIn(words: readonly string[]): string[] {
  return countriesNamed(words).map(({ code }) => code)
}

function countriesNamed(words: readonly string[]): { code: string; written: string }[] {
  const found: { code: string; written: string }[] = []
  for (let at = 0; at < words.length; at++)
    for (let count = Math.min(longestName, words.length - at); count > 0; count--) {
      const name = words.slice(at, at + count).join(' ')
      const code = /^(?:US|USA|UK|UAE)$/.test(name)
        ? findCountry(name)
        : name.length >= 4 && /^\p{Lu}/u.test(name)
          ? findCountry(name)
          : undefined
      if (code === undefined || !countryCodes.has(code)) continue
      found.push({ code, written: name })
      at += count - 1
      break
    }
  return found
}

const states = new Set(Object.values(usStates))
const longestState = 3

/** The states of the US by their names; "New York Fed" and "Texas Instruments" are none. */
export function statesIn(text: string): string[] {
  const words = [...text.matchAll(/\p{L}+/gu)]
  const found = new Set<string>()
  for (let at = 0; at < words.length; at++)
    for (let count = longestState; count > 0; count--) {
      const [first, last, next] = [words[at]!, words[at + count - 1], words[at + count]]
      const end = last === undefined ? 0 : last.index + last[0].length
      const name = text.slice(first.index, end)
      if (!states.has(name)) continue
      const isPart = next !== undefined && text.slice(end, next.index) === ' ' && /^\p{Lu}/u.test(next[0])
      if (!isPart) found.add(name)
      at += count - 1
      break
    }
  return [...found]
}

// Routes of the US alone take no country: what is asked of them is asked of it.
const home = 'US'

type Named = { readonly text: string; readonly words: readonly string[]; readonly cities: readonly string[] }

/** By the names the task has for them. */
export function placesUnasked({ text, words, cities }: Named, inputs: readonly Readonly<Record<string, string>>[]): string[] {
  const values = inputs.flatMap((input) => Object.values(input))
  const isAsked = (name: string) => values.some((value) => value.toLowerCase().includes(name.toLowerCase()))
  const countries = countriesNamed(words)
    .filter(({ code, written }) => code !== home && !values.includes(code) && !isAsked(countryName(code)) && !isAsked(written))
    .map(({ written }) => written)
  return [...countries, ...[...statesIn(text), ...cities].filter((name) => !isAsked(name))]
}
