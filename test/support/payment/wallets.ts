// Payers whose address is a contract: a Safe, a wallet that is still to be made, a delegating key, and hostile ones, all of real code.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import {
  type Abi,
  concatHex,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  http,
  padHex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { signTypedData } from 'viem/experimental/erc7739'
import type { Authorization } from '../../../api/payment/proof/typed-data.ts'
import { accountAt } from '../../../devnet/accounts.ts'
import { type Artifacts, loadArtifacts } from '../../../devnet/contracts/artifacts.ts'
import { packageFolder } from '../../../devnet/contracts/sources.ts'
import type { Devnet } from '../../../devnet/index.ts'
import { authorizationOf, authorizationTypes, domain, type Signed } from './sign.ts'

const require = createRequire(import.meta.url)
const safeBuild = '@safe-global/safe-smart-account/build/artifacts/contracts'

export type Wallet = {
  readonly address: Hex
  sign(changes?: Partial<Authorization>): Promise<Signed>
}

export function compileWallets(): Promise<Artifacts> {
  return loadArtifacts({
    name: 'test-wallets',
    compiler: 'solc',
    packages: ['solc', 'solady'],
    entries: { 'wallets.sol': fileURLToPath(new URL('solidity/wallets.sol', import.meta.url)) },
    remappings: [['solady/', packageFolder('solady')]],
    settings: { evmVersion: 'cancun' },
  })
}

export function typedDataOf(authorization: Authorization) {
  const { value, validAfter, validBefore } = authorization
  const message = { ...authorization, value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) }
  return { domain, types: authorizationTypes, primaryType: 'TransferWithAuthorization', message: message as never } as const
}

export function deployer(chain: Devnet) {
  const shared = { chain: chainOf(chain), transport: http(chain.rpcUrl) }
  const client = createWalletClient({ ...shared, account: privateKeyToAccount(accountAt(6).privateKey) })
  const reader = createPublicClient({ ...shared, pollingInterval: 25 })
  const mined = (hash: Hex) => reader.waitForTransactionReceipt({ hash })
  return {
    client,
    mined,
    deploy: async (data: Hex): Promise<Hex> => (await mined(await client.sendTransaction({ data }))).contractAddress!,
    async send(to: Hex, data: Hex): Promise<void> {
      const { status } = await mined(await client.sendTransaction({ to, data }))
      if (status !== 'success') throw new Error(`a call of ${to} reverted`)
    },
  }
}

function chainOf(chain: Devnet) {
  return defineChain({
    id: chain.chainId,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  })
}

const readBuild = (path: string) => require(path) as { abi: Abi; bytecode: Hex }

/** What makes Safes: the published contracts, deployed once a chain. */
export type Safes = { readonly factory: Hex; readonly singleton: Hex; readonly handler: Hex }

export async function deploySafes(chain: Devnet): Promise<Safes> {
  const { deploy } = deployer(chain)
  const [singleton, handler, factory] = [
    await deploy(readBuild(`${safeBuild}/Safe.sol/Safe.json`).bytecode),
    await deploy(readBuild(`${safeBuild}/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json`).bytecode),
    await deploy(readBuild(`${safeBuild}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`).bytecode),
  ]
  return { singleton, handler, factory }
}

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
])

/** `isMade`: it stands on the chain; otherwise its payments bring its making with them. */
export async function safeOfOne(
  chain: Devnet,
  { singleton, handler, factory }: Safes,
  { isMade }: { isMade: boolean },
): Promise<Wallet & { owner: PrivateKeyAccount; digestOf(authorization: Authorization): Hex }> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const setup = [[owner.address], 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const
  const initializer = encodeFunctionData({ abi: safeAbi, functionName: 'setup', args: setup })
  const making = encodeFunctionData({ abi: safeAbi, functionName: 'createProxyWithNonce', args: [singleton, initializer, 7n] })
  const address = `0x${(await chain.rpc<Hex>('eth_call', { to: factory, data: making }, 'latest')).slice(26)}` as Hex
  if (isMade) await deployer(chain).send(factory, making)
  const safeMessage = (authorization: Authorization) =>
    ({
      domain: { chainId: chain.chainId, verifyingContract: address },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashTypedData(typedDataOf(authorization)) },
    }) as const
  return {
    address,
    owner,
    digestOf: (authorization) => hashTypedData(safeMessage(authorization)),
    async sign(changes = {}) {
      const authorization = authorizationOf(address, changes)
      const signature = await owner.signTypedData(safeMessage(authorization))
      return { authorization, signature: isMade ? signature : withMaking(factory, making, signature) }
    },
  }
}

/** A wallet of the library that its factory has not made yet. */
export async function walletToBe(chain: Devnet, artifacts: Artifacts, factory?: Hex): Promise<Wallet & { factory: Hex }> {
  const made = factory ?? (await deployLibraryFactory(chain, artifacts))
  const owner = privateKeyToAccount(generatePrivateKey())
  const abi = parseAbi([
    'function createAccount(bytes32) returns (address)',
    'function getAddress(bytes32) view returns (address)',
  ])
  const args = [padHex(owner.address, { dir: 'right', size: 32 })] as const
  const data = encodeFunctionData({ abi, functionName: 'getAddress', args })
  const address = `0x${(await chain.rpc<Hex>('eth_call', { to: made, data }, 'latest')).slice(26)}` as Hex
  const making = encodeFunctionData({ abi, functionName: 'createAccount', args })
  return {
    address,
    factory: made,
    async sign(changes = {}) {
      const authorization = authorizationOf(address, changes)
      const verifierDomain = { name: 'LibraryWallet', version: '1', chainId: chain.chainId, verifyingContract: address }
      const signature = await signTypedData(deployer(chain).client, {
        account: owner,
        ...typedDataOf(authorization),
        verifierDomain: { ...verifierDomain, salt: `0x${'00'.repeat(32)}` },
      })
      return { authorization, signature: withMaking(made, making, signature) }
    },
  }
}

export async function deployLibraryFactory(chain: Devnet, artifacts: Artifacts): Promise<Hex> {
  const { deploy } = deployer(chain)
  const wallet = await deploy(codeOf(artifacts, 'LibraryWallet'))
  return deploy(
    concatHex([codeOf(artifacts, 'LibraryWalletFactory'), encodeAbiParameters(parseAbiParameters('address'), [wallet])]),
  )
}

/** A plain key that has delegated to the account that the standard's authors publish. */
export async function delegatingKey(chain: Devnet): Promise<Wallet> {
  const account = privateKeyToAccount(generatePrivateKey())
  const delegate = await deployer(chain).deploy(
    readBuild('@account-abstraction/contracts/artifacts/Simple7702Account.json').bytecode,
  )
  await delegateTo(chain, account, delegate)
  return {
    address: account.address,
    async sign(changes = {}) {
      const authorization = authorizationOf(account.address, changes)
      return { authorization, signature: await account.signTypedData(typedDataOf(authorization)) }
    },
  }
}

export async function delegateTo(chain: Devnet, account: PrivateKeyAccount, delegate: Hex): Promise<void> {
  const { client, mined } = deployer(chain)
  const authorization = await client.signAuthorization({ account, contractAddress: delegate })
  await mined(await client.sendTransaction({ to: client.account.address, authorizationList: [authorization] }))
}

/** One whose contract says yes to everything, in its own way. */
export async function hostileWallet(
  chain: Devnet,
  artifacts: Artifacts,
  name: 'FreeRider' | 'Moody' | 'Pointing',
  url = '',
): Promise<Wallet> {
  const given = name === 'Pointing' ? encodeAbiParameters(parseAbiParameters('string'), [url]) : '0x'
  const address = await deployer(chain).deploy(concatHex([codeOf(artifacts, name), given]))
  await chain.mint(address, 100_000_000n)
  return {
    address,
    sign: async (changes = {}) => ({ authorization: authorizationOf(address, changes), signature: `0x${'ab'.repeat(70)}` }),
  }
}

export function codeOf(artifacts: Artifacts, name: string): Hex {
  const code = artifacts[name]!.bytecode
  return (code.startsWith('0x') ? code : `0x${code}`) as Hex
}

/** ERC-6492. */
export function withMaking(factory: Hex, making: Hex, signature: Hex): Hex {
  const wrapped = encodeAbiParameters(parseAbiParameters('address, bytes, bytes'), [factory, making, signature])
  return concatHex([wrapped, `0x${'6492'.repeat(16)}`])
}
