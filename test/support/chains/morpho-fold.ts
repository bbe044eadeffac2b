// Morpho Blue rebuilt from its logs alone: a pure fold over the events, with no read of any state.
import { decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem'
import type { ChainLog } from '../../../ingestors/chains/logs.ts'

export type MarketTotals = {
  supplyAssets: bigint
  supplyShares: bigint
  borrowAssets: bigint
  borrowShares: bigint
  fee: bigint
}
export type Position = { supplyShares: bigint; borrowShares: bigint; collateral: bigint }
export type MorphoState = {
  readonly markets: ReadonlyMap<Hex, MarketTotals>
  /** By market and account, both lower case. */
  readonly positions: ReadonlyMap<string, Position>
}

const abi = parseAbi([
  'struct Params { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'event CreateMarket(bytes32 indexed id, Params params)',
  'event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
  'event Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
  'event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
  'event Repay(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
  'event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets)',
  'event WithdrawCollateral(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets)',
  'event Liquidate(bytes32 indexed id, address indexed caller, address indexed borrower, uint256 repaidAssets, uint256 repaidShares, uint256 seizedAssets, uint256 badDebtAssets, uint256 badDebtShares)',
  'event AccrueInterest(bytes32 indexed id, uint256 prevBorrowRate, uint256 interest, uint256 feeShares)',
  'event SetFee(bytes32 indexed id, uint256 newFee)',
  'event SetFeeRecipient(address indexed newFeeRecipient)',
])

/** The contract has events of other matters too: authorisations, flash loans, what it allows. */
export const foldedEvents: readonly Hex[] = abi.map((item) => toEventSelector(item))
export const liquidated: Hex = toEventSelector(abi.find(({ name }) => name === 'Liquidate')!)

const notBelowZero = (value: bigint): bigint => (value < 0n ? 0n : value)
export const positionKey = (id: string, account: string): string => `${id} ${account}`.toLowerCase()

/** In the order of the chain; other contracts' logs must not be among them. */
export function foldMorpho(logs: readonly ChainLog[]): MorphoState {
  const markets = new Map<Hex, MarketTotals>()
  const positions = new Map<string, Position>()
  let feeRecipient: string | null = null
  const positionOf = (id: Hex, account: string): Position => {
    const key = positionKey(id, account)
    const known = positions.get(key) ?? { supplyShares: 0n, borrowShares: 0n, collateral: 0n }
    positions.set(key, known)
    return known
  }
  for (const { topics, data } of logs) {
    const event = decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data, strict: true })
    if (event.eventName === 'SetFeeRecipient') {
      feeRecipient = event.args.newFeeRecipient
      continue
    }
    const { id } = event.args
    if (event.eventName === 'CreateMarket') {
      markets.set(id, { supplyAssets: 0n, supplyShares: 0n, borrowAssets: 0n, borrowShares: 0n, fee: 0n })
      continue
    }
    const market = markets.get(id)!
    switch (event.eventName) {
      case 'Supply':
      case 'Withdraw': {
        const sign = event.eventName === 'Supply' ? 1n : -1n
        market.supplyAssets += sign * event.args.assets
        market.supplyShares += sign * event.args.shares
        positionOf(id, event.args.onBehalf).supplyShares += sign * event.args.shares
        break
      }
      case 'Borrow':
        market.borrowAssets += event.args.assets
        market.borrowShares += event.args.shares
        positionOf(id, event.args.onBehalf).borrowShares += event.args.shares
        break
      case 'Repay':
        // The last to repay rounds up and may pay one unit more than the market still counts.
        market.borrowAssets = notBelowZero(market.borrowAssets - event.args.assets)
        market.borrowShares -= event.args.shares
        positionOf(id, event.args.onBehalf).borrowShares -= event.args.shares
        break
      case 'SupplyCollateral':
        positionOf(id, event.args.onBehalf).collateral += event.args.assets
        break
      case 'WithdrawCollateral':
        positionOf(id, event.args.onBehalf).collateral -= event.args.assets
        break
      case 'Liquidate': {
        const { borrower, repaidAssets, repaidShares, seizedAssets, badDebtAssets, badDebtShares } = event.args
        market.borrowAssets = notBelowZero(market.borrowAssets - repaidAssets) - badDebtAssets
        market.borrowShares -= repaidShares + badDebtShares
        // What cannot be repaid is lost by all suppliers: assets go, their shares stay.
        market.supplyAssets -= badDebtAssets
        const position = positionOf(id, borrower)
        position.borrowShares -= repaidShares + badDebtShares
        position.collateral -= seizedAssets
        break
      }
      case 'AccrueInterest':
        market.borrowAssets += event.args.interest
        market.supplyAssets += event.args.interest
        market.supplyShares += event.args.feeShares
        if (event.args.feeShares > 0n) positionOf(id, feeRecipient!).supplyShares += event.args.feeShares
        break
      case 'SetFee':
        market.fee = event.args.newFee
    }
  }
  return { markets, positions }
}
