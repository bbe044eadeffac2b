// A row that only a caller asked for is no difference of a replay; one that facts ask for is.
import { expect, test } from 'vitest'
import { partOnRequest } from '../../../cli/replay/on-request.ts'
import portfolio from '../../../processors/services/portfolio/service.ts'
import rates from '../../../processors/services/rates/service.ts'
import smartmoney from '../../../processors/services/smartmoney/service.ts'

test('what a caller asked for is told apart from what facts should have made', () => {
  const asked = ['/analyze AAPL,MSFT|0.6,0.4|SPY|252']
  expect(partOnRequest(portfolio, asked)).toEqual({ onRequest: asked, others: [] })
  expect(partOnRequest(smartmoney, ['/smartmoney AAPL', '/smartmoney AAPL,MSFT'])).toEqual({
    onRequest: ['/smartmoney AAPL,MSFT'],
    others: ['/smartmoney AAPL'],
  })
  expect(partOnRequest(rates, ['/rates us', '/gone us'])).toEqual({ onRequest: [], others: ['/rates us', '/gone us'] })
})
