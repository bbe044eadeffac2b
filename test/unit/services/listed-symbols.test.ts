// Which tickers there are: refused by the SEC's lists before a price, with what may have been meant; never by an old list or half of one.
import { expect, test } from 'vitest'
import type { TollgateError } from '../../../base/errors.ts'
import { buildListed, meantBy } from '../../../processors/families/listed-symbols.ts'
import type { Fact } from '../../../processors/kit/define.ts'
import earnings from '../../../processors/services/earnings/service.ts'
import equity from '../../../processors/services/equity/service.ts'
import funds from '../../../processors/services/funds/service.ts'
import options from '../../../processors/services/options/service.ts'

const now = new Date('2026-11-25T12:00:00Z')
const fact = (list: 'companies' | 'funds', all: Record<string, string>, observedAt = new Date('2026-11-25T00:00:00Z')) =>
  ({
    observedAt,
    value: { list, symbols: Object.keys(all), names: list === 'companies' ? Object.values(all) : [], date: '', vintage: '' },
  }) as unknown as Fact<any>
const companies = {
  NVDA: 'NVIDIA',
  AAPL: 'APPLE',
  MSFT: 'MICROSOFT',
  TSLA: 'TESLA',
  'BRK-B': 'BERKSHIRE',
  MST: 'MICRO',
  RBKB: 'RHINEBECK',
  AAP: 'ADVANCE',
  APLE: 'APPLE',
}
const lists = [fact('companies', companies), fact('funds', { VTI: '', VFIAX: '' })]

function refusal(service: { routes: readonly any[] }, input: object, facts = lists): TollgateError | null {
  const { directory } = service.routes[0].demand
  try {
    directory.refuse(directory.build(facts), input, now)
    return null
  } catch (error) {
    return error as TollgateError
  }
}

test('a ticker on no list is unusable, and the one that was meant is named: a slip of the largest company first, or its name', () => {
  const meant = Object.fromEntries(
    ['MFST', 'APPL', 'NVIDIA', 'TESLA', 'APPLE', 'BRKB', 'NVDAA', 'ZZZZZ'].map((ticker) => [
      ticker,
      meantBy(ticker, buildListed(lists)),
    ]),
  )
  expect(meant).toEqual({
    MFST: ['MSFT', 'MST'],
    APPL: ['AAPL'],
    NVIDIA: ['NVDA'],
    TESLA: ['TSLA'],
    APPLE: ['AAPL', 'APLE'],
    BRKB: ['BRK-B', 'RBKB'],
    NVDAA: ['NVDA'],
    ZZZZZ: [],
  })
  expect(refusal(equity, { ticker: 'MFST' })).toMatchObject({
    code: 'input_unusable',
    message: 'ticker: "MFST" is no ticker that the SEC lists; did you mean MSFT?',
    suggestions: ['MSFT', 'MST'],
  })
  expect(refusal(equity, { ticker: 'ZZZZZ' })!.message).toBe('ticker: "ZZZZZ" is no ticker that the SEC lists')
})

test('a fund asked for as a company is told where funds are answered; each route takes the lists that its source knows', () => {
  expect(refusal(equity, { ticker: 'VTI' })!.message).toBe('ticker: "VTI" is a fund; funds/funds answers for it')
  expect([refusal(funds, { ticker: 'VTI' }), refusal(funds, { ticker: 'AAPL' }), refusal(options, { ticker: 'VTI' })]).toEqual([
    null,
    null,
    null,
  ])
  expect(refusal(options, { ticker: 'SPX' })).toBeNull()
  expect(refusal(options, { ticker: 'SPXZZ' })).toMatchObject({ code: 'input_unusable' })
  expect(refusal(funds, { ticker: 'ZZZZZ' })).toMatchObject({ code: 'input_unusable' })
})

test('of a list only one where none is known is refused', () => {
  expect(refusal(earnings, { tickers: 'AAPL,ZZZZZ' })).toBeNull()
  expect(refusal(earnings, { tickers: 'YYYYY,ZZZZZ' })!.message).toBe('tickers: the SEC lists none of these tickers')
})

test('where a list that counts is missing or old, nothing is refused', () => {
  expect(refusal(equity, { ticker: 'ZZZZZ' }, [lists[1]!])).toBeNull()
  expect(refusal(funds, { ticker: 'ZZZZZ' }, [lists[0]!])).toBeNull()
  expect(refusal(equity, { ticker: 'ZZZZZ' }, [])).toBeNull()
  expect(refusal(equity, { ticker: 'ZZZZZ' }, [fact('companies', companies, new Date('2026-11-10T00:00:00Z'))])).toBeNull()
})

test('what was meant is found by asking for the slips there are, and not by going through the list: nobody has paid for it', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const all = letters.flatMap((a) =>
    letters.flatMap((b) =>
      letters.flatMap((c) => (a < 'C' ? [`${a}${b}${c}`, `${a}${b}${c}X`, `${a}${b}${c}Q`] : [`${a}${b}${c}`])),
    ),
  )
  const listed = buildListed([fact('companies', Object.fromEntries(all.map((one) => [one, one])))])
  let asked = 0
  const places = {
    has: (word: string) => {
      asked++
      return listed.places.has(word)
    },
    get: (word: string) => listed.places.get(word),
  }
  expect(meantBy('ABCDEF', { ...listed, places: places as never }).length).toBe(0)
  expect(asked).toBeLessThan(600)
})
