// The contract route's formula by hand, the patterns of proxies by their published constants, and real bytes of the minimal proxy.
import { type Hex, keccak256, stringToHex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { TollgateError } from '../../../base/errors.ts'
import type { View } from '../../../ingestors/chains/pinned.ts'
import { readAsked } from '../../../ingestors/contracts/asked.ts'
import { isNobody } from '../../../ingestors/contracts/authority.ts'
import { cloneTarget, codeOf, delegateOf, minimalTarget } from '../../../ingestors/contracts/bytecode.ts'
import type { PinnedChain } from '../../../ingestors/contracts/pinned-chain.ts'
import { findProxy, slots } from '../../../ingestors/contracts/proxy.ts'
import { sampleContract } from '../../../ingestors/contracts/sample-reading.ts'
import { powerOf, signatureOf, standardsOf } from '../../../ingestors/contracts/signatures.ts'
import type { Contract } from '../../../processors/families/contract-powers.ts'
import { changerOf, powerFlags } from '../../../processors/families/contract-powers.ts'
import { composite } from '../../../processors/formula/index.ts'
import { confidenceOf, heldMatch, type Judged, labelOf, scoreParts } from '../../../processors/services/contract/signal.ts'

const now = new Date('2026-11-18T12:00:00Z')
const judged: Judged = {
  own: 'match',
  implementation: 'exact_match',
  isProxy: true,
  admin: 'multisig',
  ageDays: 73,
  deployerTransactions: 99,
}
const contract = { ...sampleContract, functions: [] } as unknown as Contract

test('the score is the weighted sum of its parts', () => {
  // 50·0.8 + 20·1 + 15·0.6 + 10·73/365 + 5·log10(100)/3 = 40 + 20 + 9 + 2 + 3.3333
  expect(composite(scoreParts(judged), now).score).toBeCloseTo(74.3333, 3)
  expect(confidenceOf(scoreParts(judged))).toBeCloseTo(0.8, 10)
})

test('what is not known is left out, not taken for good', () => {
  const away: Judged = { ...judged, own: undefined, implementation: undefined, deployerTransactions: null }
  const mix = composite(scoreParts(away), now)
  // (9 + 2) of the 25 that are left
  expect(mix.score).toBeCloseTo(44, 10)
  expect(mix.coverage.missing).toEqual(['verification', 'implementation', 'deployer'])
  expect(labelOf(away)).toBe('unknown')
  expect(confidenceOf(scoreParts(away))).toBeCloseTo(0.8 * Math.sqrt(0.25), 10)
})

test('a proxy is never better than what it runs', () => {
  expect(heldMatch({ own: 'exact_match', implementation: 'match', isProxy: true })).toBe('match')
  expect(heldMatch({ own: 'exact_match', implementation: null, isProxy: true })).toBe(null)
  expect(labelOf({ own: 'exact_match', implementation: null, isProxy: true })).toBe('partially')
  expect(labelOf({ own: null, implementation: 'match', isProxy: true })).toBe('partially')
  expect(labelOf({ own: null, implementation: null, isProxy: true })).toBe('unverified')
  expect(labelOf({ own: 'exact_match', implementation: undefined, isProxy: false })).toBe('verified_exact')
  expect(labelOf({ own: null, implementation: undefined, isProxy: false })).toBe('unverified')
})

test('the slots are those that EIP-1967, EIP-1822 and ZeppelinOS name', () => {
  const before = (name: string) => `0x${(BigInt(keccak256(stringToHex(name))) - 1n).toString(16)}`
  expect(slots).toEqual({
    implementation: before('eip1967.proxy.implementation'),
    admin: before('eip1967.proxy.admin'),
    beacon: before('eip1967.proxy.beacon'),
    proxiable: keccak256(stringToHex('PROXIABLE')),
    zeppelinImplementation: keccak256(stringToHex('org.zeppelinos.proxy.implementation')),
    zeppelinAdmin: keccak256(stringToHex('org.zeppelinos.proxy.admin')),
  })
})

test('the minimal proxy of EIP-1167 and the delegated account of EIP-7702 name their code', () => {
  // The bytes that EIP-1167 publishes, with its 0xbebe… as the address.
  const eip1167 = `0x363d3d373d3d3d363d73${'be'.repeat(20)}5af43d82803e903d91602b57fd5bf3` as const
  expect(minimalTarget(eip1167)).toBe(`0x${'be'.repeat(20)}`)
  const vanity = `0x363d3d373d3d3d363d70${'be'.repeat(17)}5af43d82803e903d91602b57fd5bf3` as const
  expect(minimalTarget(vanity)).toBe(`0x000000${'be'.repeat(17)}`)
  expect(minimalTarget('0x6080')).toBe(null)
  expect(delegateOf(`0xef0100${'ab'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`)
  expect(delegateOf(`0xef0100${'ab'.repeat(21)}`)).toBe(null)
  // Of no bytes the hash is the one every account without code has (Yellow Paper, 4.1).
  expect(codeOf('0x')).toEqual({
    bytes: 0,
    delegates: false,
    hash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  })
})

test('selectors are those that are published', () => {
  // ERC-20's, and the ones of the catalog's constants.
  expect(signatureOf('0xa9059cbb')).toBe('transfer(address,uint256)')
  expect(powerOf.get('0x40c10f19')).toEqual({ power: 'mint', signature: 'mint(address,uint256)' })
  expect(powerOf.get('0x3659cfe6')?.power).toBe('upgrade')
  expect(powerOf.get('0x4f1ef286')?.power).toBe('upgrade')
  expect(powerOf.get('0xf2fde38b')?.power).toBe('ownership')
  expect(signatureOf('0x5c975abb')).toBe('paused()')
  const erc20 = ['totalSupply()', 'balanceOf(address)', 'transfer(address,uint256)', 'transferFrom(address,address,uint256)']
  const selectors = [...erc20, 'approve(address,uint256)', 'allowance(address,address)'].map((one) => toFunctionSelector(one))
  expect(standardsOf(new Set(selectors))).toEqual(['erc20'])
  expect(standardsOf(new Set(selectors.slice(1)))).toEqual([])
})

test('who may change the code is looked for where each pattern keeps it', () => {
  const uups = { ...contract.proxy, kind: 'eip1967' as const, admin: null, authority: null }
  const upgrade = (guard: string) => [{ ...contract.powers[0]!, guard }] as Contract['powers']
  expect(changerOf(contract)).toBe('multisig')
  const plain = { ...contract, powers: [], proxy: { ...uups, kind: 'none' as const } }
  expect(changerOf({ ...plain, code: { ...contract.code, delegates: false } })).toBe(null)
  expect(changerOf({ ...plain, proxy: { ...uups, kind: 'eip1167' } })).toBe(null)
  expect(changerOf({ ...plain, proxy: { ...uups, kind: 'clone' } })).toBe(null)
  expect(changerOf({ ...contract, proxy: uups, powers: upgrade('owner') })).toBe('multisig')
  expect(changerOf({ ...contract, proxy: uups, powers: upgrade('anyone') })).toBe('eoa')
  expect(changerOf({ ...contract, proxy: uups, powers: upgrade('restricted') })).toBe(undefined)
  expect(changerOf({ ...contract, kind: 'delegated_eoa' })).toBe('eoa')
})

test('nobody can upgrade is said only of what neither runs other code nor has a power to replace it', () => {
  const own = { ...contract.proxy, kind: 'none' as const, admin: null, authority: null, implementation: null }
  const plain = { ...contract, powers: [] as Contract['powers'], proxy: own, code: { ...contract.code, delegates: false } }
  const held = (guard: string, kind: string) =>
    changerOf({ ...plain, powers: [{ ...contract.powers[0]!, guard }], owner: { ...contract.owner!, kind } } as Contract)
  expect(changerOf(plain)).toBe(null)
  // An upgrade held by a single key scored 98 of 100 beside its own danger flag.
  expect(held('owner', 'eoa')).toBe('eoa')
  expect(scoreParts({ ...judged, admin: held('owner', 'eoa') }).find(({ id }) => id === 'admin')!.score).toBe(0)
  expect(held('restricted', 'eoa')).toBe(undefined)
  expect(changerOf({ ...plain, code: { ...contract.code, delegates: true } })).toBe(undefined)
  const { delegates: _, ...older } = plain.code
  expect(changerOf({ ...plain, code: older })).toBe(undefined)
  const clone = { ...own, kind: 'eip1167' as const, implementation_code: { ...contract.code, delegates: true } }
  expect(changerOf({ ...plain, proxy: clone })).toBe(undefined)
  // The administrator gave up, and the code behind has its own door.
  const renounced = {
    ...contract.proxy,
    kind: 'eip1967' as const,
    authority: { ...contract.proxy.authority!, kind: 'none' as const },
  }
  expect(changerOf({ ...plain, proxy: renounced })).toBe('none')
  const back = [{ ...contract.powers[0]!, guard: 'owner' as const }]
  expect(changerOf({ ...plain, proxy: renounced, powers: back, owner: { ...contract.owner!, kind: 'eoa' } } as Contract)).toBe(
    'eoa',
  )
})

test('clones of every published form name their code, and data behind them or their shape in other code does not', () => {
  const target = 'be'.repeat(20)
  const forms = {
    // https://eips.ethereum.org/EIPS/eip-7511
    eip7511: `365f5f375f5f365f73${target}5af43d5f5f3e5f3d91602a57fd5bf3`,
    solady: `5f5f365f5f37365f73${target}5af43d5f5f3e6029573d5ffd5b3d5ff3`,
    shorter: `3d3d3d3d363d3d37363d73${target}5af43d3d93803e602a57fd5bf3`,
    openzeppelin: `363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3${'00'.repeat(31)}07`,
    wighawag: `3d3d3d3d363d3d3761002260373639366100220 13d73${target}5af43d3d93803e603557fd5bf3${'11'.repeat(34)}`.replace(
      ' ',
      '',
    ),
    receiving: `36602c57343d527f${keccak256(stringToHex('ReceiveETH(uint256)')).slice(2)}593da1005b363d3d373d3d3d3d610016806062363936013d73${target}5af43d3d93803e606057fd5bf3${'22'.repeat(22)}`,
  }
  for (const [name, code] of Object.entries(forms)) {
    expect(cloneTarget(`0x${code}`), name).toBe(`0x${target}`)
    expect(codeOf(`0x${code}`).delegates, name).toBe(true)
    // Each jumps to where its own JUMPDEST stands.
    const jump = /60([0-9a-f]{2})57(?=fd|3d)/.exec(code.slice(60))![1]!
    expect(code.slice(2 * Number.parseInt(jump, 16)).startsWith('5b'), name).toBe(true)
  }
  expect(cloneTarget(`0x6000${forms.eip7511}`)).toBe(null)
})

test("Compound's Unitroller and proxies that name their code are found by what they answer, and others' answers are not believed", async () => {
  const [own, target, admin] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as const
  const proxyOf = (answers: Readonly<Record<string, string>>, code: Hex, targetCode: Hex = '0x6001') =>
    findProxy(
      {
        slot: async () => `0x${'0'.repeat(64)}`,
        code: async () => targetCode,
        answer: async (asks: readonly { view: View<unknown>; args: readonly unknown[] }[]) =>
          asks.map(({ view, args }) => {
            const [, answer] = Object.entries(answers).find(([name]) => toFunctionSelector(name) === view.encode(args)) ?? []
            return answer === undefined ? null : view.decode(`0x${answer.slice(2).padStart(64, '0')}`)
          }),
      } as unknown as PinnedChain,
      own,
      code,
    )
  const delegating = `0x${'5f'.repeat(6)}f4${'00'.repeat(600)}` as const
  const unitroller = { 'comptrollerImplementation()': target, 'admin()': admin }
  expect(await proxyOf(unitroller, delegating)).toEqual({ kind: 'unitroller', implementation: target, beacon: null, admin })
  expect(await proxyOf({ 'implementation()': target }, delegating)).toMatchObject({ kind: 'named', implementation: target })
  // A beacon has an implementation and runs nobody's code; an address without code is nobody's.
  expect(await proxyOf({ 'implementation()': target }, `0x6001${'00'.repeat(600)}`)).toMatchObject({ kind: 'none' })
  expect(await proxyOf(unitroller, delegating, '0x')).toMatchObject({ kind: 'none' })
})

test('a DELEGATECALL counts as an instruction, not as a byte of a constant or of the metadata', () => {
  expect(codeOf('0x63f4f4f4f400').delegates).toBe(false)
  expect(codeOf('0x5f5f5f5f5f5af400').delegates).toBe(true)
  expect(codeOf('0x5f5f5f5f5f5f5af200').delegates).toBe(true)
  expect(codeOf(`0x6001fe${'f4'.repeat(20)}`).delegates).toBe(false)
  // Hidden behind an INVALID that a jump leads past.
  expect(codeOf('0x600456fe5b5f5f5f5f5f5af4').delegates).toBe(true)
  expect(codeOf('0x600556fe005b5f5f5f5f5f5af4').delegates).toBe(true)
})

test('a power counts by who holds it', () => {
  const held = (guard: string, kind: string) =>
    powerFlags({ ...contract, owner: { ...contract.owner!, kind }, powers: [{ ...contract.powers[1]!, guard }] } as Contract).map(
      ({ code, severity }) => `${severity} ${code}`,
    )
  expect(held('anyone', 'multisig')).toEqual(['danger anyone_can_mint'])
  expect(held('owner', 'eoa')).toEqual(['danger owner_can_mint'])
  expect(held('owner', 'timelock')).toEqual(['warning owner_can_mint'])
  expect(held('owner', 'none')).toEqual([])
  expect(held('restricted', 'eoa')).toEqual(['info somebody_can_mint'])
})

test('nobody is whom nobody can be', () => {
  expect(isNobody(`0x${'0'.repeat(40)}`)).toBe(true)
  expect(isNobody('0x000000000000000000000000000000000000dEaD')).toBe(true)
  expect(isNobody('0xdead000000000000000042069420694206942069')).toBe(false)
  expect(isNobody(`0x${'ab'.repeat(20)}`)).toBe(false)
})

test('what is asked is a chain, or any, and an address', () => {
  const address = `0x${'Ab'.repeat(20)}`
  expect(readAsked(`8453:${address}`)).toEqual({ chainId: 8453, address: address.toLowerCase() })
  expect(readAsked(`any:${address}`).chainId).toBe(null)
  for (const wrong of ['', address, `0:${address}`, `any:${address}0`, `1:${address} `]) {
    expect(() => readAsked(wrong)).toThrow(expect.objectContaining<Partial<TollgateError>>({ code: 'key_unknown' }))
  }
})
