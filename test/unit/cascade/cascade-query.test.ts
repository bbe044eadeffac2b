// The query of /cascade and /report: defaults, names of tokens, and the validation document for everything else.
import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { readCascadeQuery, readReportQuery, validationError } from '../../../processors/services/cascade/answers/query.ts'

const collateral = new Map([
  [1, ['WETH', 'wstETH', 'WBTC', 'USDC', 'GHO']],
  [8453, ['WETH', 'cbBTC']],
])
const read = (raw: Parameters<typeof readCascadeQuery>[0]) => readCascadeQuery(raw, collateral)

describe('the query of /cascade', () => {
  it('has defaults: ETH, 10 %, chain 1', () => {
    expect(read({})).toEqual({ ok: true, query: { token: 'WETH', scenario: null, dropPct: 10, chainId: 1 } })
  })

  it('takes a token’s own symbol in any case, and a family’s name for its numeraire', () => {
    expect(read({ token: 'WSTETH', drop_pct: '2.85' })).toEqual({
      ok: true,
      query: { token: 'wstETH', scenario: null, dropPct: 2.85, chainId: 1 },
    })
    expect(read({ token: 'btc', chain_id: '8453' })).toEqual({
      ok: true,
      query: { token: 'cbBTC', scenario: null, dropPct: 10, chainId: 8453 },
    })
    expect(read({ token: 'gho', drop_pct: '1e1' })).toMatchObject({ ok: true, query: { token: 'GHO', dropPct: 10 } })
    expect(read({ drop_pct: '99.999' })).toMatchObject({ ok: true })
    expect(read({ drop_pct: '.0001' })).toMatchObject({ ok: true })
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
    expect(readReportQuery({}, collateral)).toEqual({ ok: true, query: { chainId: 1 } })
    expect(readReportQuery({ chain_id: '8453' }, collateral)).toEqual({ ok: true, query: { chainId: 8453 } })
    expect(readReportQuery({ chain_id: 'one' }, collateral)).toMatchObject({
      ok: false,
      document: { detail: [{ type: 'int_parsing', input: 'one' }] },
    })
    expect(readReportQuery({ chain_id: '1.5' }, collateral)).toMatchObject({ ok: false })
    expect(readReportQuery({ chain_id: '137' }, collateral)).toMatchObject({
      ok: false,
      document: { detail: [{ type: 'enum' }] },
    })
  })
})
