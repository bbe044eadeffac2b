// A contract as it stands: is its source shown, whose code does it run, who may change it, and what may they do.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { evmContracts } from '../../../ingestors/sources/evm-contract/topic.ts'
import { verifiedSources } from '../../../ingestors/sources/sourcify/topic.ts'
import {
  ageDaysOf,
  changerOf,
  type Flag,
  gravestFirst,
  powerFlags,
  showAuthority,
  shown,
} from '../../families/contract-powers.ts'
import { perAddress } from '../../families/per-address.ts'
import { composite, round, roundOrNull } from '../../formula/index.ts'
import { checksummed } from '../../inputs/address.ts'
import { defineSignalService, newest, signalRoute } from '../../kit/index.ts'
import { verifyAnswer } from './schema.ts'
import { confidenceOf, type Judged, labelOf, labels, scoreParts } from './signal.ts'

type Facts = ValueOf<typeof evmContracts>
type Verified = ValueOf<typeof verifiedSources>['contracts'][number]

const asked = perAddress('evm-contract')

export default defineSignalService({
  label: 'contract',
  title: 'Contract check',
  description: 'Verification, proxies, powers and their holders of any contract, read from its chain at one block.',
  version: '2',
  tags: ['contracts', 'security'],
  readsChains: 'state',
  rows: 'byKey',
  facts: (key) => ({
    read: newest(evmContracts, { key, days: 0 }),
    verified: newest(verifiedSources, { key, days: 0 }),
  }),
  route: signalRoute({
    ...asked,
    path: '/verify',
    price: '0.05',
    summary:
      'Is this contract what it says: verified source, proxy and its implementation, who may upgrade, mint or pause (each tried), age',
    tags: ['contracts', 'security', 'evm'],
    example: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    // A proxy may be another contract at any block.
    fresh: { minutes: 1 },
    sold: { days: 1 },
    range: [0, 100],
    leastWeight: 0,
    labels,
    answer: verifyAnswer,
  }),
  signal({ read, verified: answered }, now, key) {
    const facts = read?.value
    if (facts === undefined) throw new TollgateError('not_enough_data', `${key} was not read`)
    const registry = answered?.value
    // Both were asked in one breath: what came of it is waited for.
    if (facts.registry && (registry === undefined || registry.read_at < facts.read_at))
      throw new TollgateError('not_enough_data', `the registry's answer about ${key} is on its way`)
    const verified = facts.registry ? registry!.contracts : []
    const judged = judge(facts, verified, now)
    const parts = scoreParts(judged)
    const label = labelOf(judged)
    const flags = gravestFirst([...flagsOf(facts, judged, label), ...powerFlags(facts.contract)])
    return {
      mix: { ...composite(parts, now), confidence: round(confidenceOf(parts), 2) },
      label,
      summary: summarize(facts, verified, judged, label, flags),
      ...sections(facts, verified, judged, now),
      flags,
    }
  },
})

function judge({ contract, deployment, registry }: Facts, verified: readonly Verified[], now: Date): Judged {
  const target = contract.proxy.implementation ?? contract.delegate
  const matchOf = (about: string) => (registry ? (verified.find((one) => one.address === about)?.match ?? null) : undefined)
  const isDelegated = contract.kind === 'delegated_eoa'
  const implementation = target === null ? undefined : matchOf(target)
  return {
    // An account has no source of its own: it is worth what it runs.
    own: isDelegated ? implementation : registry ? (verified[0]?.match ?? null) : undefined,
    implementation,
    isProxy: !isDelegated && target !== null,
    admin: changerOf(contract),
    ageDays: ageDaysOf(deployment, now),
    deployerTransactions: deployment?.deployer_transactions ?? null,
  }
}

function sections(
  { contract, chain_id, address, inferred, also_on, block, deployment, registry, twin_of: twin }: Facts,
  verified: readonly Verified[],
  judged: Judged,
  now: Date,
) {
  const own = contract.kind === 'delegated_eoa' ? verified[1] : verified[0]
  const { implementation } = judged
  return {
    contract: {
      address: checksummed(address),
      chain_id,
      kind: contract.kind,
      delegate: shown(contract.delegate),
      chain_inferred: inferred,
      also_on,
      block,
    },
    verification: {
      match: own?.match ?? null,
      creation_match: own?.creation_match ?? null,
      runtime_match: own?.runtime_match ?? null,
      verified_at: own?.verified_at ?? null,
      source: !registry ? 'unknown' : (own?.match ?? null) === null ? 'none' : 'sourcify',
      name: own?.name ?? null,
      compiler: own?.compiler ?? null,
      language: own?.language ?? null,
      license: own?.licence ?? null,
    },
    proxy: {
      is_proxy: contract.proxy.kind !== 'none',
      kind: contract.proxy.kind,
      implementation: shown(contract.proxy.implementation),
      implementation_verified: implementation === undefined ? null : implementation !== null,
      admin: showAuthority(contract.proxy.authority),
      beacon: shown(contract.proxy.beacon),
    },
    owner: showAuthority(contract.owner),
    deployment:
      deployment === null
        ? null
        : {
            block: deployment.block,
            time: deployment.time,
            age_days: roundOrNull(ageDaysOf(deployment, now), 2)!,
            tx: deployment.transaction,
            deployer: shown(deployment.deployer),
            deployer_transactions: deployment.deployer_transactions,
          },
    interface: { standards: contract.standards, functions: contract.functions.length, selectors: contract.functions },
    privileged: contract.powers,
    bytecode: {
      size: contract.code.bytes,
      hash: contract.code.hash,
      twin_of: twin == null ? null : { chain_id: twin.chain_id, address: checksummed(twin.address) },
    },
  }
}

function flagsOf({ contract, inferred, also_on, chain_id }: Facts, judged: Judged, label: (typeof labels)[number]): Flag[] {
  const flags: Flag[] = []
  const add = (is: boolean, code: string, severity: Flag['severity'], message: string) => {
    if (is) flags.push({ code, severity, message })
  }
  const others = also_on.length === 0 ? '' : `, and other code maybe on ${also_on.join(', ')}`
  add(
    inferred,
    'chain_inferred',
    also_on.length === 0 ? 'info' : 'warning',
    `no chain was named; this is chain ${chain_id}${others}`,
  )
  add(label === 'unknown', 'registry_away', 'warning', 'the registry of verified sources did not answer')
  add(label === 'unverified', 'unverified', 'warning', 'no source was shown for this code')
  add(
    judged.isProxy && judged.implementation === null,
    'implementation_unverified',
    'danger',
    'no source was shown for the code it runs',
  )
  add(
    contract.kind !== 'delegated_eoa' && judged.admin === 'eoa',
    'upgradeable_by_eoa',
    'danger',
    'a single key may replace the code at any time',
  )
  add(
    judged.admin === undefined,
    'upgrader_unknown',
    'warning',
    judged.isProxy
      ? 'who may replace the code was not found'
      : 'it can run code that lies elsewhere; who chooses it was not found',
  )
  add(contract.proxy.kind === 'diamond', 'several_facets', 'info', 'it runs several contracts; the first alone was looked at')
  add(
    contract.kind === 'delegated_eoa',
    'delegated_eoa',
    'warning',
    'a person’s account that runs a contract’s code; its key rules it',
  )
  add(contract.paused === true, 'paused', 'warning', 'it is paused now')
  add(judged.ageDays !== null && judged.ageDays < 7, 'fresh', 'info', 'deployed within the last week')
  return flags
}

function summarize(facts: Facts, verified: readonly Verified[], judged: Judged, label: string, flags: readonly Flag[]): string {
  const { contract, chain_id } = facts
  const name = verified.find((one) => one.name !== null)?.name ?? 'A contract'
  const what =
    contract.proxy.kind === 'none'
      ? judged.admin === null
        ? 'no proxy'
        : `no known proxy, yet its code may change (by ${judged.admin ?? 'unknown'})`
      : `a ${contract.proxy.kind} proxy, upgradeable by ${judged.admin ?? (judged.admin === null ? 'nobody' : 'unknown')}`
  const worst = flags.filter(({ severity }) => severity === 'danger').map(({ code }) => code)
  return `${name.slice(0, 40)} on chain ${chain_id}: ${label}, ${what}${worst.length === 0 ? '' : `; danger: ${worst.slice(0, 4).join(', ')}`}.`
}
