// What a robots.txt says about one URL, by RFC 9309: the group of the agent, the longest rule that matches, a tie allows.
export type RobotsRuling = 'allowed' | 'refused'
type Rule = { allows: boolean; pattern: string }

const field = /^[ \t]*(user-agent|allow|disallow)[ \t]*:/i
const unreserved = /[\w.~-]/

export function judgeRobots(text: string, url: string, agent: string): RobotsRuling {
  const { pathname, search } = new URL(url)
  const path = spelled(pathname + search)
  if (path === '/robots.txt') return 'allowed'
  let longest = -1
  let ruling: RobotsRuling = 'allowed'
  for (const { allows, pattern } of rulesFor(text, agent.toLowerCase())) {
    if (pattern.length < longest || (pattern.length === longest && !allows)) continue
    if (!matches(pattern, path)) continue
    longest = pattern.length
    ruling = allows ? 'allowed' : 'refused'
  }
  return ruling
}

// All groups that name the agent count as one; only without any do the groups for everybody.
function rulesFor(text: string, agent: string): Rule[] {
  const rules = { own: [] as Rule[], all: [] as Rule[] }
  let isNamed = false
  let names = { own: false, all: false }
  let isOpen = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const name = field.exec(line)
    if (name === null) continue
    const value = ruleText(line.slice(name[0].length))
    if (name[1]!.toLowerCase() === 'user-agent') {
      // Names one after the other share what follows.
      if (!isOpen) names = { own: false, all: false }
      isOpen = true
      const token = value.split('/')[0]!.trim().toLowerCase()
      if (token === agent) isNamed = names.own = true
      if (token === '*') names.all = true
      continue
    }
    isOpen = false
    if (value === '') continue
    const rule = { allows: name[1]!.toLowerCase() === 'allow', pattern: spelled(value) }
    if (names.own) rules.own.push(rule)
    else if (names.all) rules.all.push(rule)
  }
  return isNamed ? rules.own : rules.all
}

function ruleText(text: string): string {
  const comment = text.indexOf('#')
  return (comment < 0 ? text : text.slice(0, comment)).trim()
}

/** One spelling for what percent signs spell in many ways. */
function spelled(text: string): string {
  return text.replace(/%([0-9a-f]{2})|\P{ASCII}+/giu, (all: string, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(all.toWellFormed())
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return unreserved.test(character) ? character : all.toUpperCase()
  })
}

/** `*` is any text, `$` at the end the path's end. What stands between stars is sought once, from left to right. */
export function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const [first, ...others] = parts
  if (!path.startsWith(first!)) return false
  // Its own letters alone are more than the path has.
  if (pattern.length - parts.length > path.length) return false
  if (others.length === 0) return !isAnchored || path === first
  const last = isAnchored ? others.pop()! : ''
  let at = first!.length
  for (const part of others) {
    const found = find(path, part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

// The engine's own search is quick, but for a long text that nearly repeats itself it is not linear.
const searchedByEngine = 16

function find(path: string, part: string, from: number): number {
  if (part.length <= searchedByEngine) return path.indexOf(part, from)
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < path.length; at++) {
    while (matched > 0 && path[at] !== part[matched]) matched = borders[matched - 1]!
    if (path[at] === part[matched]) matched++
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** Knuth, Morris, Pratt: how much of the part is already matched where the next letter is not the one. */
function bordersOf(part: string): number[] {
  const borders = [0]
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    while (matched > 0 && part[at] !== part[matched]) matched = borders[matched - 1]!
    if (part[at] === part[matched]) matched++
    borders.push(matched)
  }
  return borders
}
