// The query of /cascade and /report: defaults, names of tokens, and the validation document for everything else.
import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { readCascadeQuery, readReportQuery, validationError } from '../../../processors/services/cascade/answers/query.ts'
import { asRead } from '../../../processors/services/cascade/curve/variants.ts'

const collateral = new Map([
  [1, ['WETH', 'wstETH', 'WBTC', 'USDC', 'GHO']],
  [8453, ['WETH', 'cbBTC']],
])
const read = (raw: Parameters<typeof readCascadeQuery>[0]) => readCascadeQuery(raw, collateral)

describe('the query of /cascade', () => {
  it('has defaults: ETH, 10 %, chain 1', () => {
    expect(read({})).toEqual({
      ok: true,
      query: { token: 'WETH', scenario: null, dropPct: 10, chainId: 1, ...asRead, depth: 'onchain' },
    })
  })

  it('takes a token’s own symbol in any case, and a family’s name for its numeraire', () => {
    expect(read({ token: 'WSTETH', drop_pct: '2.85' })).toEqual({
      ok: true,
      query: { token: 'wstETH', scenario: null, dropPct: 2.85, chainId: 1, ...asRead, depth: 'onchain' },
    })
    expect(read({ token: 'btc', chain_id: '8453' })).toEqual({
      ok: true,
      query: { token: 'cbBTC', scenario: null, dropPct: 10, chainId: 8453, ...asRead, depth: 'onchain' },
    })
    expect(read({ token: 'gho', drop_pct: '1e1' })).toMatchObject({ ok: true, query: { token: 'GHO', dropPct: 10 } })
    expect(read({ drop_pct: '99.999' })).toMatchObject({ ok: true })
    expect(read({ drop_pct: '.0001' })).toMatchObject({ ok: true })
  })

  it('takes markets of other depth and patience, and names those there are for any else', () => {
    const asked = { depth_multiplier: ' 0.5 ', horizon: 'Day' }
    expect(read(asked)).toMatchObject({ ok: true, query: { depthMultiplier: 0.5, horizon: 'day' } })
    expect(read({ depth_multiplier: '2.0' })).toMatchObject({ ok: true, query: { depthMultiplier: 2, horizon: 'block' } })
    for (const wrong of ['', ' ', '0', '3', '-1', '1e0', 'NaN', '0x1', 'half'])
      expect(read({ depth_multiplier: wrong })).toMatchObject({
        ...{ ok: false },
        document: { detail: [{ loc: ['query', 'depth_multiplier'], type: 'enum', ctx: { expected: '0.5, 1, 2' } }] },
      })
    for (const wrong of ['', 'week', '1h', 'constructor'])
      expect(read({ horizon: wrong })).toMatchObject({ ok: false, document: { detail: [{ loc: ['query', 'horizon'] }] } })
    expect(read({ depth_multiplier: '9', horizon: '9', drop_pct: '0' })).toMatchObject({ document: { detail: { length: 3 } } })
  })

  it.each([
    ['0', 'greater_than', { gt: 0 }],
    ['-3', 'greater_than', { gt: 0 }],
    ['100', 'less_than', { lt: 100 }],
    ['1e9', 'less_than', { lt: 100 }],
    ['NaN', 'finite_number', undefined],
    ['-Infinity', 'finite_number', undefined],
    ['1e999', 'finite_number', undefined],
    ['ten', 'float_parsing', undefined],
    ['', 'float_parsing', undefined],
    ['0x10', 'float_parsing', undefined],
    ['1,5', 'float_parsing', undefined],
  ])('refuses a drop of %j: %s', (drop_pct, type, ctx) => {
    const answer = read({ drop_pct })
    expect(answer).toMatchObject({ ok: false, document: { detail: [{ loc: ['query', 'drop_pct'], type, input: drop_pct }] } })
    if (answer.ok) return
    expect(answer.document.detail[0]!.ctx).toEqual(ctx)
    expect(Value.Check(validationError, answer.document)).toBe(true)
  })

  it('names every fault at once', () => {
    const answer = read({ token: 'NOPE', drop_pct: '200', chain_id: '10' })
    expect(answer.ok).toBe(false)
    if (answer.ok) return
    expect(answer.document.detail.map((d) => [d.loc[1], d.type])).toEqual([
      ['token', 'enum'],
      ['drop_pct', 'less_than'],
      ['chain_id', 'enum'],
    ])
    expect(answer.document.detail[2]!.ctx).toEqual({ expected: '1, 8453' })
    expect(Value.Check(validationError, answer.document)).toBe(true)
  })

  it('knows tokens per chain', () => {
    expect(read({ token: 'wstETH', chain_id: '8453' })).toMatchObject({
      ok: false,
      document: { detail: [{ loc: ['query', 'token'], input: 'wstETH' }] },
    })
  })
})

describe('the query of /report', () => {
  it('is a chain, 1 by default', () => {
    expect(readReportQuery({}, collateral)).toEqual({ ok: true, query: { chainId: 1, filters: {} } })
    expect(readReportQuery({ chain_id: '8453' }, collateral)).toEqual({ ok: true, query: { chainId: 8453, filters: {} } })
    expect(readReportQuery({ chain_id: 'one' }, collateral)).toMatchObject({
      ok: false,
      document: { detail: [{ type: 'int_parsing', input: 'one' }] },
    })
    expect(readReportQuery({ chain_id: '1.5' }, collateral)).toMatchObject({ ok: false })
    expect(readReportQuery({ market: 'WETH', min_debt_usd: '1e6', limit: '200', offset: '0' }, collateral)).toEqual({
      ok: true,
      query: { chainId: 1, filters: { market: 'WETH', min_debt_usd: 1e6, limit: 200, offset: 0 } },
    })
    const wrong = [
      { limit: '0' },
      { limit: '201' },
      { limit: '2.5' },
      { limit: '1e2' },
      { offset: '-1' },
      { offset: '9'.repeat(400) },
      { min_debt_usd: '-1' },
      { min_debt_usd: 'NaN' },
      { min_debt_usd: '1e999' },
      { market: ' ' },
      { market: 'x'.repeat(101) },
    ]
    for (const given of wrong) {
      const answer = readReportQuery(given, collateral)
      expect(answer, JSON.stringify(given)).toMatchObject({
        ok: false,
        document: { detail: [{ loc: ['query', Object.keys(given)[0]] }] },
      })
      if (!answer.ok) expect(Value.Check(validationError, answer.document)).toBe(true)
    }
    expect(readReportQuery({ chain_id: '137' }, collateral)).toMatchObject({
      ok: false,
      document: { detail: [{ type: 'enum' }] },
    })
  })
})
