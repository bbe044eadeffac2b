// What a route remembers of its challenges is little, whatever addresses it is asked under.
import { expect, test } from 'vitest'
import { prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { paidRoutes } from '../../support/payment/routes.ts'
import { testConfig } from '../../support/payment/settings.ts'

test('the same question is answered from memory, a long one is not kept, and many push each other out', () => {
  const { challenge } = prepareRoute(paidRoutes.rates, testConfig('unit'), null)
  const at = (url: string) => challenge('payment_required', url)
  expect(at('https://a.example/rates')).toBe(at('https://a.example/rates'))
  const long = `https://${'a'.repeat(1_000)}.example/rates`
  expect(at(long)).not.toBe(at(long))
  expect(at('https://a.example/rates')).toBe(at('https://a.example/rates'))
  const first = at('https://b.example/rates')
  for (let i = 0; i < 8; i++) at(`https://c${i}.example/rates`)
  expect(at('https://b.example/rates')).not.toBe(first)
})
