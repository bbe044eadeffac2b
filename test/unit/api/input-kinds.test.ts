// Every input kind: names that mean one thing are one row, what is malformed is 400, what is unknown is 422, and each says why.
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import type { TollgateError } from '../../../base/errors.ts'
import { address, checksummed } from '../../../processors/inputs/address.ts'
import { inputKinds } from '../../../processors/inputs/all.ts'
import { defineMoney } from '../../../processors/inputs/amounts.ts'
import { cities } from '../../../processors/inputs/cities.ts'
import { country, countryCodes, countryName, findCountry } from '../../../processors/inputs/country.ts'
import { otherCodes } from '../../../processors/inputs/country-codes.ts'
import { resolveDay } from '../../../processors/inputs/day.ts'
import type { InputKind } from '../../../processors/inputs/kind.ts'
import { market } from '../../../processors/inputs/market.ts'
import { cellOf, city, location, placeOfCell } from '../../../processors/inputs/place.ts'
import { queryText } from '../../../processors/inputs/query-text.ts'
import { optional, required, takeInputs } from '../../../processors/inputs/take.ts'
import { ticker } from '../../../processors/inputs/ticker.ts'
import { defineTickers, tickers } from '../../../processors/inputs/tickers.ts'

const now = new Date('2026-11-20T23:30:00Z')
const kindOf = (name: string): InputKind => inputKinds.find(({ kind }) => kind === name)!
const parse = (name: string, given: unknown) => kindOf(name).parse(given, { name, now })

const same: readonly [kind: string, canonical: unknown, written: readonly unknown[]][] = [
  ['ticker', 'BRK-B', ['brk.b', 'BRK-B', 'Brk/b', ' brk-b ', '$BRK.B']],
  ['tickers', 'AAPL,BRK-B,MSFT', ['msft,aapl,brk.b', 'AAPL, MSFT ,BRK-B', 'aapl,AAPL,brk/b,msft']],
  [
    'address',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    [
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      '0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913',
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    ],
  ],
  ['chain', 8453, ['base', 'BASE', '8453', 8453, 'eip155:8453']],
  ['country', 'GB', ['gb', 'GBR', 'United Kingdom', 'the united kingdom', 'UK', 'Great Britain']],
  ['country', 'TR', ['TR', 'tur', 'Turkey', 'Türkiye', 'Turkiye']],
  ['country', 'CI', ['Ivory Coast', "Côte d'Ivoire", 'Cote d’Ivoire', 'civ']],
  ['country', 'KR', ['South Korea', 'Republic of Korea', 'kor']],
  ['city', '52.52,13.41', ['Berlin', 'berlin, Germany', 'BERLIN, DE', '52.52,13.41', '52.5209, 13.4091']],
  ['city', '-23.55,-46.63', ['São Paulo', 'sao paulo, Brazil']],
  ['city', '0.00,0.00', ['0,0', '-0.001,0.001']],
  ['location', 'JP', ['Japan', 'jpn', 'JP']],
  ['location', '40.71,-74.01', ['New York', 'NYC', 'New York City, US']],
  ['date', 'today', ['today', 'TODAY']],
  ['date', '2026-11-21', ['2026-11-21']],
  ['region', 'ERCOT', ['ercot', 'ERCO', 'tx']],
  ['basin', 'eagle-ford', ['Eagle Ford', 'eagle-ford', 'EAGLEFORD']],
  ['basin', 'appalachia', ['marcellus', 'Utica']],
  ['market', '088691', ['gold', 'GOLD', '088691', 'Gold - Commodity Exchange Inc.']],
  ['market', '13874+', ['sp500', '13874 ', '13874+', 'S&P 500', 'sp-500', 'SPX']],
  ['market', '067651', ['wti', 'Crude Oil', 'crude-oil', 'oil']],
  ['protocol', 'aave-v3', ['Aave V3', 'aave-v3', ' AAVE v3']],
  ['stablecoin', 'USDC', ['usdc', 'USDC', '$usdc']],
  ['chain name', 'ethereum', ['Ethereum', 'ETH', 'mainnet']],
  ['chain name', 'polygon', ['Polygon', 'polygon_pos', 'matic']],
  ['coin', 'BTC', ['btc', '$BTC', ' BTC ']],
  ['coins', 'BTC,ETH', ['eth, btc', 'BTC,ETH,btc', '$eth,$btc']],
  ['box', '-125,24,-66.5,50', ['-125, 24, -66.5, 50', '-125.0,24,-66.50,50']],
  ['flag', true, [true, 'true', '1', 'YES']],
  ['flag', false, [false, 'False', '0', 'no']],
  ['language', 'en', ['en', 'EN', 'English']],
  ['language', 'any', ['any', 'all']],
  ['query', 'oil tanker', ['Oil  Tanker', ' oil\u00a0tanker ']],
  ['url', 'https://example.com/', ['https://example.com', 'HTTPS://EXAMPLE.com/#part', 'https://example.com:443/']],
  ['commodity', 'aluminum', ['Aluminium', 'aluminum']],
  ['timeframe', '1h', ['60m', '1H', 'hourly']],
  ['money', 1500.5, ['1500.5', 1500.5, ' 1500.50', '1.5005e3', '15005E-1']],
  ['days', 30, ['30', 30, '+30']],
  ['limit', 10, ['10', '10.0']],
]

test.each(same)('%s: all of these are %j', (kind, canonical, written) => {
  expect(written.map((given) => parse(kind, given))).toEqual(written.map(() => canonical))
})

const refused: readonly [kind: string, code: 'input_invalid' | 'input_unusable', given: readonly unknown[]][] = [
  ['ticker', 'input_invalid', ['', 'A B', '1ABC', 'TOOLONGX', 'A-BCD', '<x>', 'ＡＡＰＬ']],
  ['tickers', 'input_invalid', ['', ',', 'AAPL,', 'AAPL;MSFT', 'AAPL,,MSFT', Array.from({ length: 26 }, () => 'A').join(',')]],
  [
    'address',
    'input_invalid',
    ['0x', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291', '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913', 'vitalik'],
  ],
  ['address', 'input_unusable', [`0x${'0'.repeat(40)}`, '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T']],
  ['chain', 'input_invalid', ['', 'main net', '0', '-1', '1.5', '99999999999']],
  ['chain', 'input_unusable', ['100', 1337]],
  ['country', 'input_invalid', ['', 'X', '12', 'a'.repeat(61)]],
  ['country', 'input_unusable', ['EU', 'Europe', 'Atlantis', 'XX', 'ZZZ']],
  ['city', 'input_invalid', ['', '91,0', '0,181', '52.52', '1,2,3']],
  ['city', 'input_unusable', ['Springfield', 'Germany', 'Berlin, France', 'nowhere at all']],
  ['location', 'input_unusable', ['Atlantis']],
  ['date', 'input_invalid', ['', '2026-02-30', '2026-13-01', '21.11.2026', 'yesterday', '2026-1-1']],
  ['region', 'input_invalid', ['', 'X', 'TOO-LONG-CODE', 'a b']],
  ['basin', 'input_invalid', ['', 'x', 'per_mian!']],
  ['basin', 'input_unusable', ['atlantis basin']],
  ['market', 'input_invalid', ['', 'a<b>', 'x'.repeat(61)]],
  ['market', 'input_unusable', ['tulips']],
  ['protocol', 'input_invalid', ['', 'a', '<script>', 'x'.repeat(81)]],
  ['stablecoin', 'input_invalid', ['', 'US DC', 'x'.repeat(17)]],
  ['query', 'input_invalid', ['', 'x', 'y'.repeat(201), 'a\u0000b']],
  ['query', 'input_unusable', ['to be or not', '!!', 'a b c d']],
  [
    'url',
    'input_invalid',
    ['', 'example.com', 'ftp://example.com/', 'https:/example.com', 'https://u:p@example.com/', 'javascript:1'],
  ],
  ['commodity', 'input_invalid', ['', 'x', '123']],
  ['commodity', 'input_unusable', ['unobtainium']],
  ['timeframe', 'input_invalid', ['', '1 hour ago', 'x'.repeat(20)]],
  ['timeframe', 'input_unusable', ['1m', '1M', '3h', '1w']],
  ['money', 'input_invalid', ['', '-1', 'ten', '1e99', '1e', 'e5', '1e1.5', 'NaN', 'Infinity', '0x10']],
  ['days', 'input_invalid', ['', '0', '366', '1.5', 'week']],
  ['limit', 'input_invalid', ['', '0', '101', '-1', ' ']],
]

test.each(refused)('%s: %s for each of %j', (kind, code, given) => {
  for (const value of given) {
    try {
      parse(kind, value)
    } catch (error) {
      expect(error, JSON.stringify(value)).toMatchObject({ code })
      expect((error as TollgateError).message).toMatch(new RegExp(`^${kind}\\b`))
      continue
    }
    expect.fail(`${JSON.stringify(value)} was taken`)
  }
})

describe.each(inputKinds.map((kind) => [kind.kind, kind] as const))('%s', (name, kind) => {
  const validator = Compile(kind.schema)

  test('its example is taken, and fits the schema that names it', () => {
    expect(validator.Check(kind.example)).toBe(true)
    expect(validator.Check(kind.parse(kind.example, { name, now }))).toBe(true)
    expect((kind.schema as { description?: string }).description).toMatch(/\w/)
  })

  // Yes and no are what a flag is.
  test.each([
    undefined,
    null,
    ...(name === 'flag' ? [] : [true]),
    {},
    [],
    ['AAPL'],
    [1],
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'x'.repeat(100_000),
    '\u0000',
    '\ud800',
  ])('refuses %j by name', (given) => {
    expect(() => kind.parse(given, { name, now })).toThrow(
      expect.objectContaining({ code: 'input_invalid', message: expect.stringContaining(name) }),
    )
  })
})

test('the published checksums of EIP-55', () => {
  for (const published of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ]) {
    expect(checksummed(published.toLowerCase())).toBe(published)
    expect(address.parse(published, { name: 'address', now })).toBe(published)
  }
})

test('there are 249 countries, each found by both codes and by its name', () => {
  expect(countryCodes.size).toBe(249)
  for (const code of countryCodes) expect(parse('country', countryName(code)), code).toBe(code)
})

test('every city is found by its name, lies where its zone is, and in a country there is', () => {
  expect(cities.length).toBeGreaterThan(150)
  expect(new Set(cities.map(({ lat, lon }) => cellOf(lat, lon))).size).toBe(cities.length)
  for (const { name, country, lat, lon, timeZone } of cities) {
    expect(countryCodes.has(country), name).toBe(true)
    expect(parse('city', `${name}, ${country}`), name).toBe(cellOf(lat, lon))
    expect(placeOfCell(cellOf(lat, lon))).toMatchObject({ name, timeZone })
    const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date('2026-03-01'))
    const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(zone.at(-1)!.value) ?? ['', '+', '0', '0']
    const offset = (Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1)
    expect(Math.abs(offset - lon / 15), `${name} ${timeZone}`).toBeLessThan(3.2)
  }
})

test('a day named by a word is the day of the place', () => {
  expect(resolveDay('today', now, 'Europe/Berlin')).toBe('2026-11-21')
  expect(resolveDay('tomorrow', now, 'Europe/Berlin')).toBe('2026-11-22')
  expect(resolveDay('today', now, placeOfCell('0.00,-150.00').timeZone)).toBe('2026-11-20')
  expect(resolveDay('2026-12-01', now, 'Europe/Berlin')).toBe('2026-12-01')
})

test('a name that is misspelt says which was meant, and a list which of it is wrong', () => {
  const refusal = (read: () => unknown): TollgateError => {
    try {
      read()
    } catch (error) {
      return error as TollgateError
    }
    throw new Error('it was taken')
  }
  const asked = { name: 'given', now }
  expect(refusal(() => country.parse('Brazl', asked))).toMatchObject({
    code: 'input_unusable',
    message: 'given: "Brazl" is not a country; did you mean Brazil?',
    suggestions: expect.arrayContaining(['Brazil']),
  })
  expect(refusal(() => market.parse('silvr', asked)).message).toMatch(/did you mean silver\?$/)
  expect(refusal(() => tickers.parse('GZMO,NO PE', asked)).message).toMatch(/^given: "NO PE" must be a ticker/)
  expect(refusal(() => tickers.parse('NO PE', asked)).message).toMatch(/^given must be a ticker/)
})

test('a code that the standard does not have names the country that is meant by it, and is no other country’s', () => {
  for (const [code, iso2] of otherCodes) {
    expect(countryCodes.has(iso2), code).toBe(true)
    expect(findCountry(code), code).toBeUndefined()
  }
  expect(() => country.parse('EL', { name: 'country', now })).toThrow(
    'country: "EL" is no ISO 3166-1 code; did you mean GR, Greece?',
  )
  expect(() => location.parse('ger', { name: 'location', now })).toThrow('did you mean DE, Germany?')
  expect(parse('country', 'UK')).toBe('GB')
  // Three letters are like no name.
  expect(() => country.parse('EU', { name: 'country', now })).toThrow(/send one, such as BR or BRA, or the English name$/)
})

test('what cannot be looked up says what can', () => {
  const read = (kind: typeof location, text: string) => () => kind.parse(text, { name: 'given', now })
  expect(read(location, 'Europe')).toThrow(/is no country and not among the \d+ cities .*; send its country .* or its lat,lon/)
  expect(read(city, 'Europe')).toThrow(/is not among the \d+ cities known by name; send its lat,lon, such as 48.86,2.35/)
  expect(read(location, '123')).toThrow(/must be a country, such as PE or Peru, a city, .* or lat,lon/)
  expect(read(city, 'Springfield')).toThrow(/instead$/)
  expect(read(city, 'Pariss')).toThrow(/did you mean Paris\?$/)
  expect(read(location, 'Sydny, Australia')).toThrow(/did you mean Sydney, AU\?$/)
  expect(read(city, '123')).toThrow(/must be a city, .* or lat,lon/)
  expect(read(queryText, 'the and')).toThrow(/"the and" has only words that are in every text; name what to look for/)
  expect(read(queryText, 'ab 1')).toThrow(/has no word of three letters or digits; name what to look for/)
})

describe('inputs together', () => {
  const taken = takeInputs({
    ticker: required(ticker),
    min_usd: optional(defineMoney({ most: 1_000, otherNames: ['least_usd'] }), { fallback: 5 }),
    tickers: optional(defineTickers({ least: 2, keepsOrder: true })),
  })
  const read = (given: Record<string, unknown>) => taken.read(given, now)

  test('are read by any of their names; what is missing has its fallback', () => {
    expect(read({ symbol: 'brk.b' })).toEqual({ ticker: 'BRK-B', min_usd: 5 })
    expect(read({ ticker: 'brk.b', symbol: 'BRK-B', least_usd: '7' })).toEqual({ ticker: 'BRK-B', min_usd: 7 })
    expect(read({ ticker: 'A', tickers: 'msft,aapl' })).toEqual({ ticker: 'A', min_usd: 5, tickers: 'MSFT,AAPL' })
  })

  test('are refused by the name they were sent under', () => {
    const refusal = (given: Record<string, unknown>) => {
      try {
        return read(given)
      } catch (error) {
        return (error as TollgateError).message
      }
    }
    expect(refusal({})).toBe('ticker is required, such as ticker=AAPL')
    expect(refusal({ ticker: '' })).toMatch(/^ticker is empty/)
    expect(refusal({ symbol: '?' })).toMatch(/^symbol must be/)
    expect(refusal({ ticker: 'A', symbol: 'B' })).toBe('ticker and symbol say different things')
    expect(refusal({ ticker: ['A', 'B'] })).toBe('ticker is given twice; send it once')
    expect(refusal({ tickr: 'A' })).toBe('unknown parameter tickr; did you mean ticker? ticker is required, such as ticker=AAPL')
    expect(refusal({ symbol: '?', tickers: 'MSFT', min_usd: '-1' })).toMatch(
      /^symbol must be.*; min_usd must be.*; tickers must be/,
    )
    expect(refusal({ ticker: 'A', tickers: 'MSFT' })).toMatch(/^tickers must be 2 to 25/)
    expect(refusal(JSON.parse('{"__proto__":{"ticker":"A"}}') as Record<string, unknown>)).toMatch(/required/)
  })

  test('the schema says which are required, what else they are called and what they default to', () => {
    expect(JSON.parse(JSON.stringify(taken.input))).toMatchObject({
      type: 'object',
      required: ['ticker'],
      properties: {
        ticker: { type: 'string', description: expect.stringContaining('also as symbol') },
        min_usd: { type: 'number', minimum: 0, maximum: 1_000, default: 5 },
      },
    })
  })
})
