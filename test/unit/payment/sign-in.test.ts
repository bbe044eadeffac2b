// A sign-in costs its reader little before anybody knows whether its payer has signed: what is much longer than a 402 asks for is not read.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isSignedIn } from '../../../api/payment/proof/sign-in.ts'
import { signIn } from '../../support/payment/proof.ts'
import { asset } from '../../support/payment/settings.ts'

const account = privateKeyToAccount(generatePrivateKey())
const resource = 'https://data.example.com/api/rates/rates'
const ports = { chain: { fateOf: () => null }, usedSignIns: { take: async () => true } }
const isTaken = async (changes: object) => {
  const headers = await signIn(account, resource, changes)
  return isSignedIn(
    headers,
    { payer: account.address.toLowerCase(), network: asset.network, resource, now: new Date() },
    ports as never,
  )
}

test.each([
  ['what a 402 asks for', {}],
  ['a statement of some sentences', { statement: 'Show me again what I have paid for. '.repeat(10).trim() }],
])('%s is read', async (_, changes) => {
  expect(await isTaken(changes)).toBe(true)
})

test.each([
  ['hundreds of resources', { resources: Array.from({ length: 200 }, (_, n) => `https://a.example/${n}`) }],
  ['a long query behind the resource', { uri: `${resource}?${'a=%41&'.repeat(800)}` }],
  ['a long nonce', { nonce: 'a'.repeat(5_000) }],
])('%s is not, however well it is signed', async (_, changes) => {
  expect(await isTaken(changes)).toBe(false)
})
