// What a stranger's gateway asks for is paid only where our own list knows the token, and never beyond what its payer allowed.
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { assets } from '../../../api/payment/terms/assets.ts'
import { usd } from '../../../api/payment/terms/money.ts'
import { createPurse } from '../../../cli/mcp/purse.ts'
import { findOffer, isDearer } from '../../../cli/paying/offer.ts'

const { address: asset, network } = assets['base-sepolia']
const payTo = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const honest = {
  ...{ scheme: 'exact', network, asset, amount: '50000', payTo, maxTimeoutSeconds: 60 },
  extra: { name: 'USDC', version: '2' },
}

describe('an offer', () => {
  test('of a token we know is read by our own digits', () => {
    const offer = findOffer([honest])!
    expect(offer).toMatchObject({ amount: 50_000n, price: '0.05', network, accepted: honest, toSign: honest })
    expect([isDearer(offer, usd('0.05')), isDearer(offer, usd('0.049999'))]).toEqual([false, true])
  })

  test('that claims other digits is as dear as it is', () => {
    const offer = findOffer([{ ...honest, amount: '2000000000000', extra: { ...honest.extra, decimals: 18 } }])!
    expect(offer.price).toBe('2000000')
    expect(isDearer(offer, usd('2'))).toBe(true)
  })

  test('in the legacy dialect is the same', () => {
    const { amount, ...rest } = honest
    expect(findOffer([{ ...rest, network: 'base-sepolia', maxAmountRequired: amount }])).toMatchObject({ price: '0.05' })
  })

  test('is signed for an hour at most, and sent back as it was made', () => {
    const long = { ...honest, maxTimeoutSeconds: 10 * 365 * 86_400 }
    expect(findOffer([long])).toMatchObject({ accepted: long, toSign: { ...honest, maxTimeoutSeconds: 3_600 } })
  })

  test.each([
    ['another token there', { asset: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['the token of another network', { network: 'eip155:8453' }],
    ['another scheme', { scheme: 'upto' }],
    ['a negative amount', { amount: '-1000000000' }],
    ['nothing', { amount: '0' }],
    ['a number', { amount: 50_000 }],
    ['hexadecimal digits', { amount: '0x10' }],
    ['a fraction', { amount: '0.5' }],
    ['blanks', { amount: ' 50000' }],
    ['no amount', { amount: undefined }],
    ['more digits than there is money', { amount: '9'.repeat(31) }],
    ['no time', { maxTimeoutSeconds: undefined }],
    ['time that is over', { maxTimeoutSeconds: -1 }],
    ['no network', { network: null }],
  ])('of %s is none', (_what, strange) => {
    expect(findOffer([{ ...honest, ...strange }])).toBeNull()
    expect(findOffer([{ ...honest, ...strange }, honest])).toMatchObject({ price: '0.05' })
  })

  test.each([[null], ['x'], [{}], [[]], [[null, 7, 'x', []]]])('is none in %j', (accepts) => {
    expect(findOffer(accepts)).toBeNull()
  })
})

describe('a purse', () => {
  const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
  const purseOf = (mostInAll: string) =>
    createPurse({ account: privateKeyToAccount(key), mostACall: '0.25', mostInAll, say: () => undefined })

  test('is not filled by amounts below nothing', async () => {
    const purse = purseOf('0.05')
    expect(await purse.sign({ accepts: [{ ...honest, amount: '-1000000000' }] })).toContain('none of the tokens')
    expect(typeof (await purse.sign({ accepts: [honest] }))).toBe('object')
    expect(await purse.sign({ accepts: [honest] })).toContain('--budget-usd')
  })

  test('of a gateway that says of every payment that it was not taken signs its budget twice, and no more', async () => {
    const purse = purseOf('0.10')
    let signed = 0
    for (let call = 0; call < 20; call++) {
      const payment = await purse.sign({ accepts: [honest] })
      if (typeof payment === 'string') continue
      signed++
      payment.unspent()
    }
    expect(signed).toBe(4)
  })
})
