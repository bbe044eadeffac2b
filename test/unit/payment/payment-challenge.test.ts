// One 402 in both dialects: what the official libraries parse, within the size that clients still read.
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from '@x402/core/schemas'
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'
import { describe, expect, test } from 'vitest'
import { PaymentRequirementsSchema } from 'x402/types'
import type { PaymentConfig } from '../../../api/payment/config.ts'
import { assets } from '../../../api/payment/terms/assets.ts'
import { challengeHeaderLimitBytes, prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { usd } from '../../../api/payment/terms/money.ts'
import type { PaidRoute } from '../../../api/payment/terms/route.ts'
import { paidRoutes } from '../../support/payment/routes.ts'
import { testConfig } from '../../support/payment/settings.ts'

const solanaPayTo = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const { payTo } = testConfig('').accepts[0]!
const config: PaymentConfig = {
  ...testConfig(''),
  accepts: [
    { asset: assets.base, payTo },
    { asset: assets.solana, payTo: solanaPayTo },
    { asset: assets.robinhood, payTo, optIn: true },
  ],
}
const supported = {
  kinds: [
    { network: assets.base.network, version: 2, feePayer: null },
    { network: assets.solana.network, version: 2, feePayer: solanaPayTo },
    { network: assets.robinhood.network, version: 2, feePayer: null },
  ],
  signers: [],
}
const url = 'https://rates.example.com/rates'

function challengeOf(route: PaidRoute, reason = 'payment_required') {
  const { header, body } = prepareRoute(route, config, supported).challenge(reason, url)
  return { header, current: JSON.parse(Buffer.from(header, 'base64').toString('utf8')), legacy: JSON.parse(body) }
}

const cases: [string, PaidRoute][] = Object.entries(paidRoutes)
test.each(cases)('%s: both dialects parse with the official schemas', (_name, route) => {
  const { current, legacy } = challengeOf(route)
  expect(PaymentRequiredV2Schema.safeParse(current).error).toBeUndefined()
  expect(PaymentRequiredV1Schema.safeParse(legacy).error).toBeUndefined()
  for (const entry of legacy.accepts) expect(PaymentRequirementsSchema.safeParse(entry).error).toBeUndefined()
  expect(current.resource.url).toBe(url)
  expect(legacy.accepts.every((entry: { resource: string }) => entry.resource === url)).toBe(true)
  expect(validateDiscoveryExtension(current.extensions.bazaar)).toEqual({ valid: true })
  expect(validateDiscoveryExtensionSpec(current.extensions.bazaar)).toEqual({ valid: true })
})

test('the other stablecoin is offered last, on v2 only, on routes that opt in', () => {
  const networksOf = (route: PaidRoute) => {
    const { current, legacy } = challengeOf(route)
    return [current.accepts, legacy.accepts].map((list) => list.map(({ network }: { network: string }) => network))
  }
  expect(networksOf(paidRoutes.rates)).toEqual([
    ['eip155:8453', assets.solana.network],
    ['base', 'solana'],
  ])
  expect(networksOf({ ...paidRoutes.rates, usdg: true })).toEqual([
    ['eip155:8453', assets.solana.network, 'eip155:4663'],
    ['base', 'solana'],
  ])
})

test('Solana waits for the facilitator to name its fee payer; what it does not take is not offered', () => {
  const networks = (known: Parameters<typeof prepareRoute>[2]) =>
    prepareRoute({ ...paidRoutes.rates, usdg: true }, config, known).offers.map(({ asset }) => asset.network)
  expect(networks(null)).toEqual(['eip155:8453', 'eip155:4663'])
  expect(networks({ kinds: supported.kinds.slice(0, 1), signers: [] })).toEqual(['eip155:8453'])
})

test('amounts are atomic strings of the contract, dollars are for reading', () => {
  const { current, legacy } = challengeOf({ ...paidRoutes.rates, price: usd('0.005') })
  expect(current.accepts[0]).toMatchObject({
    amount: '5000',
    asset: assets.base.address,
    extra: { symbol: 'USDC', price: '$0.005' },
  })
  expect(legacy.accepts[0]).toMatchObject({ maxAmountRequired: '5000', asset: assets.base.address, extra: { name: 'USD Coin' } })
})

describe('size', () => {
  const large = (fields: number): PaidRoute => {
    const names = Array.from({ length: fields }, (_, index) => `field_number_${index}`)
    const output = Object.fromEntries(names.map((name) => [name, { type: 'string', description: 'd'.repeat(60) }]))
    const example = { signal: { label: 'x' }, ...Object.fromEntries(names.map((name) => [name, 'v'.repeat(40)])) }
    return {
      ...paidRoutes.region,
      output: { type: 'object', properties: output },
      example: { input: { code: 'ERCO' }, output: example },
    }
  }
  test.each([5, 30, 60, 200, 2_000])('with %i answer fields the header stays readable and valid', (fields) => {
    const { header, current } = challengeOf(large(fields))
    expect(header.length).toBeLessThan(challengeHeaderLimitBytes)
    expect(validateDiscoveryExtension(current.extensions.bazaar)).toEqual({ valid: true })
    expect(current.extensions.bazaar.schema.properties.output).toBeDefined()
  })
})

test('the shorter answer is offered with the price, in both dialects, of either method', () => {
  for (const route of [paidRoutes.rates, paidRoutes.region, { ...paidRoutes.rates, method: 'POST' as const }]) {
    const { current, legacy } = challengeOf(route)
    const { queryParams } = current.extensions.bazaar.schema.properties.input.properties
    expect(queryParams.properties.meta.enum).toEqual(['brief', 'full'])
    expect(legacy.accepts[0].outputSchema.input.queryParams).toHaveProperty('meta')
    expect(validateDiscoveryExtension(current.extensions.bazaar)).toEqual({ valid: true })
  }
})

test('a URL cannot break out of its place', () => {
  const evil = 'https://x.example/","accepts":[],"a":"\\u0001url'
  const { header, body } = prepareRoute(paidRoutes.rates, config, supported).challenge('payment_required', evil)
  expect(JSON.parse(Buffer.from(header, 'base64').toString()).resource.url).toBe(evil)
  expect(JSON.parse(body).accepts[0].resource).toBe(evil)
})
