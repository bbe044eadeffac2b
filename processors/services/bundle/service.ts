// Whether a token's launch was bundled: who took how much from its pool in the first blocks, and what ties them together.
import { TollgateError } from '../../../base/errors.ts'
import { evmLaunches } from '../../../ingestors/sources/evm-launch/topic.ts'
import { perAddress } from '../../families/per-address.ts'
import { ratio } from '../../formula/index.ts'
import { checksummed } from '../../inputs/address.ts'
import { defineNumberChoice } from '../../inputs/number-choice.ts'
import {
  count,
  defineSignalService,
  dictionary,
  known,
  list,
  maybe,
  mayTake,
  moment,
  newest,
  number,
  optionalFields,
  pct,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { judgeLaunch, suspicion } from './signal.ts'

const windows = [150, 25, 600] as const
const blocks = defineNumberChoice('blocks', windows, {
  description:
    'how many blocks from the launch on: five minutes of a chain where nothing is said, 25 of Ethereum and 150 of others',
})
// Ethereum makes a block in 12 seconds, where others take 2 and less.
const usualBlocks = (input: object): number => ((input as { chain_id?: number }).chain_id === 1 ? 25 : 150)
const asked = perAddress('evm-launch')

type Funders = { readonly payments: readonly { readonly account: string; readonly by: string }[] } | null | undefined

function fundedBy(funders: Funders): ReadonlyMap<string, ReadonlySet<string>> | null {
  if (funders === null || funders === undefined) return null
  const groups = Map.groupBy(funders.payments, ({ by }) => by)
  return new Map([...groups].map(([by, list]) => [by, new Set(list.map(({ account }) => account))]))
}

const saidOfFunders = (funded: ReturnType<typeof fundedBy>): string =>
  funded === null
    ? 'Common funders were not looked for.'
    : `${funded.size === 0 ? 'No common funder' : `${funded.size} paid several of the first buyers`} in tokens; the chain’s own coin was not looked at.`

export default defineSignalService({
  label: 'bundle',
  title: 'Bundle check',
  description:
    'Whether a launch was bought by few who acted as one: first blocks, one transaction, equal sizes, fresh wallets, deployer.',
  version: '4',
  tags: ['tokens', 'launches', 'evm'],
  readsChains: 'logs',
  rows: 'byKey',
  facts: (key) => ({ launch: newest(evmLaunches, { key, days: 0 }) }),
  route: signalRoute({
    takes: { ...asked.takes, blocks: mayTake(blocks) },
    key: (input) => `${asked.key(input)}#${input.blocks ?? usualBlocks(input)}`,
    demand: asked.demand,
    path: '/scan',
    price: '0.10',
    summary: 'Was this launch bundled: shares bought in the first blocks, wallets that acted as one, and what they still hold',
    tags: ['tokens', 'launches', 'evm', 'security'],
    example: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    fresh: { hours: 1 },
    sold: { days: 7 },
    range: [0, 100],
    labels: suspicion,
    disclaimer: 'Signs, not proof: a router, a launchpad or a market maker can look like a bundle.',
    notTold: [
      'what the project told of itself: its own first buy, vaults, locked tokens',
      'what the suspects gained in dollars',
      'which payers are exchanges',
    ],
    answer: {
      token: { address: text(), chain_id: count(), symbol: maybe(text()) },
      launch: { block: count(), at: moment(), pool: text(), dex: text(), deployer: maybe(text()), blocks_read: count() },
      snipe: {
        first_block_pct: known(pct('of the supply', 2)),
        first_five_blocks_pct: known(pct('of the supply', 2)),
        buyers: count(),
        buys: count(),
      },
      bundle: {
        wallets: count('that something ties together beyond being early'),
        bought_pct: known(pct('of the supply', 2)),
        // A row of the release before has none.
        ...optionalFields({ looked_at: count('of them whose balance was read: sixty buyers at most, the largest') }),
        still_held_pct: pct('of the supply, of what these bought, now; null where no balance was read', 2),
        gone_pct: pct('of the supply, of what these bought, sold or sent on; null where no balance was read', 2),
      },
      clusters: list(
        {
          kind: word(['same_transaction', 'first_block', 'equal_size', 'deployer_linked', 'common_funder']),
          funder: maybe(text('who paid them all before they bought, in the token they bought with; an exchange pays many')),
          wallets: list(text(), 'twenty at most'),
          wallet_count: count(),
          bought_pct: known(pct('of the supply', 2)),
          held_pct: pct('of the supply, now, by the sixty largest buyers; null where none of these is one', 2),
        },
        { maxItems: 50 },
      ),
      signs: dictionary(number('how much of a hundred each sign alone would say; null where it could not be looked at', 1)),
    },
  }),
  signal({ launch: fact }, now, key) {
    if (fact === undefined) throw new TollgateError('not_enough_data', 'the launch was not read')
    const { value } = fact
    const shareOf = (units: string) => ratio(Number(units), Number(value.token.supply)) ?? 0
    const facts = {
      launchBlock: value.launch.block,
      deployer: value.deployer,
      given: new Set(value.given),
      buys: value.buys.map(({ tx, block, to, units }) => ({ tx, block, to, share: shareOf(units) })),
      funded: fundedBy(value.funders),
      buyers: new Map(
        value.buyers.map((one) => [one.account, { account: one.account, sent: one.sent, heldShare: shareOf(one.held_units) }]),
      ),
    }
    return windows.map((most) => {
      const within = Math.min(most, value.read_blocks)
      const { said, clusters, ...told } = judgeLaunch({ ...facts, blocks: within }, now)
      return {
        ...told,
        key: `${key}#${most}`,
        direction: 'none' as const,
        summary: `${(value.token.symbol ?? 'A token').slice(0, 20)} on chain ${value.chain_id}: ${told.label.replaceAll('_', ' ')}${told.snipe.buys === 0 ? '' : ` (${Math.round(told.mix.score)} of 100)`}; in its first ${within} blocks ${said}. ${saidOfFunders(facts.funded)}`,
        token: { address: checksummed(value.address), chain_id: value.chain_id, symbol: value.token.symbol },
        launch: {
          block: value.launch.block,
          at: value.launch.time,
          pool: checksummed(value.launch.pool),
          dex: value.launch.dex,
          deployer: value.deployer === null ? null : checksummed(value.deployer),
          blocks_read: within,
        },
        clusters: clusters.map((one) => ({
          ...one,
          funder: one.funder === null ? null : checksummed(one.funder),
          wallets: one.wallets.map(checksummed),
        })),
      }
    })
  },
})
