// Names and figures of an answer as a person reads them: units from the ends of the names, thousands apart, nothing rounded away unseen.

const units: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/(^|_)usd$/, (value) => `${value < 0 ? '−' : ''}$${short(Math.abs(value))}`],
  [/(^|_)(pct|percent|percentile)$/, (value) => `${figure(value)} %`],
  [/(^|_)bps?$/, (value) => `${figure(value)} bp`],
  [/(^|_)seconds$/, (value) => lasting(value)],
  [/(^|_)hours$/, (value) => `${figure(value)} h`],
  [/(^|_)days$/, (value) => `${figure(value)} d`],
]

/** `spread_2s10s` as "spread 2s10s"; a unit that stands beside the figure is not said twice. */
export function nameOf(field: string): string {
  const words = field.replace(/_(usd|pct|percent|bps?|seconds|hours|days)$/, '').replaceAll('_', ' ')
  return words === '' ? field : words
}

export function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  const digits = size >= 1_000 || Number.isInteger(value) ? 0 : size >= 1 ? 2 : size >= 0.001 || size === 0 ? 4 : 8
  const [whole = '', part] = String(Number(size.toFixed(digits))).split('.')
  // A year is no amount of thousands.
  const isYear = Number.isInteger(value) && size >= 1_900 && size < 2_200
  const apart = isYear || whole.includes('e') ? whole : inThousands(whole)
  return `${value < 0 ? '−' : ''}${apart}${part === undefined ? '' : `.${part}`}`
}

function inThousands(digits: string): string {
  const first = digits.length % 3
  const groups = first === 0 ? [] : [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join('\u202f')
}

export function short(value: number): string {
  const steps = [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const
  const step = steps.find(([from]) => value >= from)
  if (step === undefined) return figure(value)
  const [from, letter] = step
  return `${Number((value / (letter === 'k' ? 1e3 : from)).toPrecision(3))}${letter}`
}

export function lasting(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return seconds < 129_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

const moment = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?Z$/

/** Times to the minute in UTC, and a day alone where it is midnight. */
export function sayText(text: string): string {
  const [, day, time] = moment.exec(text) ?? []
  if (day === undefined) return text
  return time === '00:00' ? day : `${day} ${time} UTC`
}

// A word of a list that programs read, such as bad_debt; what names a thing is left as it is written.
const codeWords = /^[a-z][a-z0-9]{0,30}(_[a-z0-9]{1,30}){1,6}$/
const namesAThing = /(^|_)(id|key|slug|hash|url|path|row|topic|address|token|symbol|asset|tool)$/

const sayWords = (field: string, text: string): string =>
  codeWords.test(text) && !namesAThing.test(field) ? text.replaceAll('_', ' ') : sayText(text)

export function sayValue(field: string, value: string | number | boolean | null): string {
  if (value === null) return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === '' ? '—' : sayWords(field, value)
  // A number that names a thing counts nothing.
  if (namesAThing.test(field)) return String(value)
  const unit = units.find(([ending]) => ending.test(field))
  return unit === undefined ? figure(value) : unit[1](value)
}
