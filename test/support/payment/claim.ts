// A claim as the gate would make it, for tests of the ledger alone.
import { randomBytes } from 'node:crypto'
import type { NewClaim } from '../../../db/payments/row.ts'

export function newClaim(changes: Partial<NewClaim> & Pick<NewClaim, 'run'>): NewClaim {
  return {
    network: 'eip155:84532',
    asset: '0xa',
    payer: '0xb',
    nonce: `0x${randomBytes(32).toString('hex')}`,
    state: 'verified',
    fingerprint: 'same',
    identifier: null,
    dialect: 2,
    method: 'GET',
    route: '/rates',
    resource: 'http://api.test/rates',
    payTo: '0xc',
    symbol: 'USDC',
    decimals: 6,
    amount: 50_000n,
    validBefore: new Date(Date.now() + 60_000),
    leaseSeconds: 60,
    ...changes,
  }
}
