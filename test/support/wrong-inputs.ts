// Ten ways and more to ask a route wrongly, made out of the inputs it declares: what an agent mistypes and what an attacker tries.
import { type Declared, type PaidRoute, withInput } from './route-inputs.ts'

export interface WrongInput {
  readonly what: string
  /** What the refusal must name. */
  readonly names: readonly string[]
  readonly given: Readonly<Record<string, unknown>>
  /** What it must say beside. */
  readonly says?: RegExp
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

type Wrong = readonly [what: string, value: string]

const fullWidth = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))
const doubled = (name: string) => `${name}${name.at(-1)}`

const ofAnyText: readonly Wrong[] = [
  ['a control character', '\u0000'],
  ['half a character', '\ud800'],
  ['only spaces', '   '],
  ['far too long', 'a1'.repeat(4_000)],
]

function wrongNumbers({ type, minimum = 0, maximum = 0 }: Schema): Wrong[] {
  return [
    ['a word', 'ten'],
    ['not a number', 'NaN'],
    ['too large for a number', '1e309'],
    ['endless', '-Infinity'],
    ['below the least', String(minimum - 1)],
    ['above the most', String(maximum + 1)],
    ['with a separator', '1,000'],
    ['hexadecimal', '0x10'],
    ['in full-width digits', fullWidth('12')],
    ['two of them', `${minimum} ${maximum}`],
    ...(type === 'integer' ? ([['a fraction', '7.5']] as const) : []),
  ]
}

function wrongWords(words: readonly unknown[]): Wrong[] {
  const first = String(words[0])
  return [
    ['misspelt', doubled(first)],
    ['two of them', `${first},${String(words.at(-1))}`],
    ['in full-width letters', fullWidth(first)],
    ['none of them', 'nothing-such'],
    ['a wildcard', '*'],
    ['as JSON', JSON.stringify([first])],
    ['what objects inherit', 'constructor'],
  ]
}

const wrongTickers: readonly Wrong[] = [
  ['with a Cyrillic letter', 'АAPL'],
  ['in full-width letters', fullWidth('AAPL')],
  ['with its exchange', 'NASDAQ:AAPL'],
  ['too long', 'TOOLONGX'],
  ['a number first', '1AAPL'],
  ['a quote', "AAPL'--"],
  ['an index of another vendor', '^GSPC'],
  ['a space within', 'BRK B'],
  ['a dot too many', 'BRK.B.A'],
  ['a path', '../AAPL'],
]

const wrongAddresses: readonly Wrong[] = [
  ['a bad checksum', '0x833589fcD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ['a digit short', `0x${'a'.repeat(39)}`],
  ['a digit long', `0x${'a'.repeat(41)}`],
  ['without 0x', 'a'.repeat(40)],
  ['no hex digits', `0x${'g'.repeat(40)}`],
  ['a transaction', `0x${'ab'.repeat(32)}`],
  ['nobody’s', `0x${'0'.repeat(40)}`],
  ['of Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['a full-width digit', `0x${fullWidth('a')}${'a'.repeat(39)}`],
  ['two of them', `0x${'a'.repeat(40)},0x${'b'.repeat(40)}`],
]

const wrongByName: Readonly<Record<string, readonly Wrong[]>> = {
  ticker: wrongTickers,
  benchmark: wrongTickers,
  tickers: [
    ...wrongTickers,
    ['more than any route takes', Array.from({ length: 26 }, (_, i) => `A${i}`).join(',')],
    ['an empty one', 'AAPL,,MSFT'],
  ],
  address: wrongAddresses,
  wallet: wrongAddresses,
  chain_id: [
    ['a chain nobody knows', 'nowhere'],
    ['a chain that is not read', '999999'],
    ['none', '0'],
  ],
  weights: [
    ['not adding up', '0.9,0.9'],
    ['negative', '-0.5,1.5'],
    ['in percent', '60%,40%'],
    ['not numbers', 'NaN,1'],
    ['too few', '1'],
    ['without a comma', '0.6;0.4'],
  ],
  country: [
    ['a fairy tale', 'Atlantis'],
    ['with a Cyrillic letter', 'Кenya'],
    ['a number', '42'],
    ['a letter', 'K'],
    ['no code', 'Q1'],
  ],
  hs: [
    ['three digits', '854'],
    ['eight digits', '85423100'],
    ['letters', 'chips'],
    ['a chapter that is not', '7700'],
    ['in full-width digits', fullWidth('8542')],
  ],
  chain: [
    ['a letter', 'b'],
    ['in full-width letters', fullWidth('base')],
    ['a path', '../base'],
  ],
  coin: [
    ['a pair', 'BTC/USD'],
    ['with a Cyrillic letter', 'ВTC'],
    ['two with nothing between', 'BTC ETH'],
  ],
  commodity: [
    ['not one of these', 'barley'],
    ['with a Cyrillic letter', 'сorn'],
    ['a number', '1'],
  ],
}

function wrongOf({ name, isRequired, schema }: Declared): readonly Wrong[] {
  const { type, enum: words, maxLength } = schema as Schema
  // A screening may ask for an address of any chain, and for nobody's.
  const isScreened = name === 'address' && !isRequired
  const byName = isScreened ? [] : (wrongByName[name === 'reporter' ? 'country' : name] ?? [])
  if (words !== undefined && type === 'string') return [...ofAnyText, ...wrongWords(words), ...byName]
  if (words !== undefined) return [...wrongNumbers({ type: 'integer', minimum: 0, maximum: 4_000_000_000 }), ...byName]
  if (type === 'integer' && name === 'chain_id') return byName
  if (type === 'integer' || type === 'number') return [...wrongNumbers(schema as Schema), ...byName]
  return [
    ...ofAnyText,
    ...(maxLength === undefined ? [] : [['a character too long', 'a'.repeat(maxLength + 1)] as const]),
    ...byName,
  ]
}

/** Everything a route is asked wrongly with one input; a GET's query is text, and a list is the same name twice. */
export function* wrongInputs(one: PaidRoute): Generator<WrongInput> {
  const names = one.inputs.map(({ name }) => name)
  const strange = [...new Set(['nobody_takes_this', 'PAYMENT', '__proto__x', 'toString'])]
  for (const name of strange)
    yield {
      what: `unknown ${name}`,
      names: [name],
      given: withInput(one, { [name]: '1' }),
      says: names.length === 0 ? /there are none/ : /there are|did you mean/,
    }
  if (one.route.method !== 'GET') return
  for (const declared of one.inputs.filter(({ isInPath }) => !isInPath)) {
    const { name } = declared
    const shown = (one.route.example.input as Record<string, unknown>)[name] ?? 'x'
    const near = doubled(name)
    if (!declared.otherNames.includes(near) && !names.includes(near))
      yield {
        what: `${near} for ${name}`,
        names: [near],
        given: withInput(one, { [near]: '1' }),
        says: new RegExp(`did you mean ${name}\\b|there are\\b.*\\b${name}\\b`),
      }
    yield { what: `${name} empty`, names: [name], given: withInput(one, { [name]: '' }) }
    yield { what: `${name} twice`, names: [name], given: { ...withInput(one, {}), [name]: [shown, shown] }, says: /given twice/ }
    for (const [what, value] of wrongOf(declared))
      yield { what: `${name} ${what}`, names: [name], given: withInput(one, { [name]: value }) }
  }
  const twoWrong = one.inputs
    .filter(({ isInPath }) => !isInPath)
    .slice(0, 2)
    .map(({ name }) => name)
  if (twoWrong.length === 2)
    yield {
      what: 'two at once and a name nobody takes',
      names: [...twoWrong, 'nobody_takes_this'],
      given: { ...withInput(one, Object.fromEntries(twoWrong.map((name) => [name, '\u0000']))), nobody_takes_this: '1' },
    }
}
