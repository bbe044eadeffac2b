// Functions that give somebody power over a contract or its holders, by the signatures they usually have, and the standards' own.
import { type Hex, toFunctionSelector } from 'viem'
import { type Power, powers } from './words.ts'

const privileged: Readonly<Record<Power, readonly string[]>> = {
  mint: [
    'mint(address,uint256)',
    'mint(uint256)',
    'mintTo(address,uint256)',
    'issue(uint256)',
    'configureMinter(address,uint256)',
  ],
  pause: [
    'pause()',
    'unpause()',
    'setPaused(bool)',
    'enableTrading()',
    'openTrading()',
    'setTradingEnabled(bool)',
    'setTrading(bool)',
  ],
  blacklist: [
    'blacklist(address)',
    'unBlacklist(address)',
    'addBlackList(address)',
    'removeBlackList(address)',
    'setBlacklist(address,bool)',
    'blacklistAddress(address,bool)',
    'addToBlacklist(address)',
    'setBot(address,bool)',
    'setBots(address[])',
    'addBots(address[])',
    'freeze(address)',
    'freezeAccount(address,bool)',
  ],
  fee: [
    'setFee(uint256)',
    'setFees(uint256,uint256)',
    'setTax(uint256)',
    'setTaxes(uint256,uint256)',
    'setBuyTax(uint256)',
    'setSellTax(uint256)',
    'setTaxFeePercent(uint256)',
    'updateFees(uint256,uint256)',
    'updateBuyFees(uint256,uint256,uint256)',
    'updateSellFees(uint256,uint256,uint256)',
    'setParams(uint256,uint256)',
    'excludeFromFee(address)',
    'excludeFromFees(address,bool)',
  ],
  limit: [
    'setMaxTxAmount(uint256)',
    'setMaxTxPercent(uint256)',
    'setMaxWalletSize(uint256)',
    'setMaxWallet(uint256)',
    'updateMaxTxnAmount(uint256)',
    'updateMaxWalletAmount(uint256)',
    'removeLimits()',
    'setCooldownEnabled(bool)',
  ],
  upgrade: [
    'upgradeTo(address)',
    'upgradeToAndCall(address,bytes)',
    'setImplementation(address)',
    'upgrade(address,address)',
    'upgradeAndCall(address,address,bytes)',
    'diamondCut((address,uint8,bytes4[])[],address,bytes)',
  ],
  withdraw: [
    'withdraw()',
    'withdraw(uint256)',
    'withdrawToken(address)',
    'withdrawETH()',
    'rescueTokens(address)',
    'rescueToken(address,uint256)',
    'rescueERC20(address,address,uint256)',
    'recoverERC20(address,uint256)',
    'emergencyWithdraw()',
    'clearStuckBalance()',
    'manualSwap()',
    'sweep(address)',
  ],
  burn_others: [
    'burn(address,uint256)',
    'destroyBlackFunds(address)',
    'wipeFrozenAddress(address)',
    'forceTransfer(address,address,uint256)',
  ],
  ownership: ['transferOwnership(address)', 'renounceOwnership()', 'changeAdmin(address)', 'setOwner(address)'],
  roles: [
    'grantRole(bytes32,address)',
    'revokeRole(bytes32,address)',
    'updateMasterMinter(address)',
    'updatePauser(address)',
    'updateBlacklister(address)',
  ],
  initialize: ['initialize()', 'initialize(address)', 'initialize(address,address)', 'initialize(string,string)'],
}

const standards: Readonly<Record<string, readonly string[]>> = {
  erc20: [
    'totalSupply()',
    'balanceOf(address)',
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
    'allowance(address,address)',
  ],
  erc721: ['ownerOf(uint256)', 'safeTransferFrom(address,address,uint256)', 'setApprovalForAll(address,bool)'],
  erc1155: ['balanceOfBatch(address[],uint256[])', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  erc4626: ['asset()', 'convertToAssets(uint256)', 'previewRedeem(uint256)'],
  erc2612: ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', 'nonces(address)', 'DOMAIN_SEPARATOR()'],
  erc3009: ['authorizationState(address,bytes32)'],
  erc165: ['supportsInterface(bytes4)'],
  ownable: ['owner()'],
  access_control: ['hasRole(bytes32,address)', 'getRoleAdmin(bytes32)'],
  safe: [
    'getThreshold()',
    'getOwners()',
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  ],
  timelock: ['getMinDelay()'],
}

const further = [
  'name()',
  'symbol()',
  'decimals()',
  'paused()',
  'implementation()',
  'admin()',
  'proxiableUUID()',
  'multicall(bytes[])',
]

export const powerOf: ReadonlyMap<Hex, { readonly power: Power; readonly signature: string }> = new Map(
  powers.flatMap((power) => privileged[power].map((signature) => [toFunctionSelector(signature), { power, signature }] as const)),
)

const selectorsOf: ReadonlyMap<string, readonly Hex[]> = new Map(
  Object.entries(standards).map(([name, signatures]) => [name, signatures.map((one) => toFunctionSelector(one))]),
)

const named = new Map<Hex, string>(
  [...Object.values(standards).flat(), ...further, ...[...powerOf.values()].map(({ signature }) => signature)].map(
    (signature) => [toFunctionSelector(signature), signature],
  ),
)

export const signatureOf = (selector: Hex): string | null => named.get(selector) ?? null

/** Those of which every function is there. */
export function standardsOf(selectors: ReadonlySet<Hex>): string[] {
  return [...selectorsOf].filter(([, wanted]) => wanted.every((one) => selectors.has(one))).map(([name]) => name)
}
