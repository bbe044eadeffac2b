// Written by us in the shape of Sourcify's API v2: the dollar the documents show, and the specimens of the demo chain.
import { defineSample } from '../../../define.ts'

interface Verified {
  readonly name: string
  readonly match: 'exact_match' | 'match'
  readonly language?: string
  readonly compiler?: string
}

const dollarProxy: Verified = { name: 'FiatTokenProxy', match: 'match', compiler: '0.6.12+commit.27d51765' }
/** By chain and address; the demo's own are where devnet/market/specimens.ts puts them. */
const verified: Readonly<Record<string, Verified>> = {
  '8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': dollarProxy,
  '84532/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': { name: 'ShownProxy', match: 'match' },
  '84532/0x5d0100000000000000000000000000000000c0de': { name: 'ShownDollar', match: 'match' },
  '84532/0xc71b4a92a966b7c9ec62298b24975e4bbf614f3e': { name: 'PlainToken', match: 'exact_match' },
  '84532/0x6198a35c1e7847c4a9cf9ec2884e1c13263104d3': { name: 'OwnerMintedToken', match: 'match' },
  // Of the proxy the source was shown, of the code it runs not; of the honeypot none at all.
  '84532/0xf2b732f33235ae59ce37664144e738ecc8000dfe': { name: 'UpgradeableProxy', match: 'exact_match' },
  '84532/0x2eb5cc2255f591391d4811d22f7b5eac0f0a88f3': { name: 'TaxedToken', match: 'match' },
}
const verifiedAt = '2024-08-08T14:21:07Z'

export default defineSample({
  answer(url) {
    if (url.hostname !== 'sourcify.dev') return null
    const [, chainId, address] = /^\/server\/v2\/contract\/(\d+)\/(0x[0-9a-f]{40})$/.exec(url.pathname) ?? []
    const found = verified[`${chainId}/${address}`]
    if (found === undefined || address === undefined)
      return {
        status: 404,
        type: 'application/json',
        body: JSON.stringify({ match: null, creationMatch: null, runtimeMatch: null, address, chainId }),
      }
    const file = `contracts/${found.name}.sol`
    const body = {
      matchId: '3266227',
      creationMatch: found.match,
      runtimeMatch: found.match,
      verifiedAt,
      match: found.match,
      chainId,
      address,
      compilation: {
        language: found.language ?? 'Solidity',
        compiler: 'solc',
        compilerVersion: found.compiler ?? '0.8.37+commit.00000000',
        compilerSettings: { optimizer: { enabled: true, runs: 200 } },
        name: found.name,
        fullyQualifiedName: `${file}:${found.name}`,
      },
      deployment:
        chainId === '8453'
          ? {
              transactionHash: `0x${'7a3c'.repeat(16)}`,
              blockNumber: '2797221',
              transactionIndex: '3',
              deployer: '0x3Ab0E9EC7C6b8E6E8ed1e8d1B9e2F2b2D3aC0001',
            }
          : { transactionHash: null, blockNumber: null, transactionIndex: null, deployer: null },
      metadata: {
        compiler: { version: found.compiler ?? '0.8.37' },
        language: 'Solidity',
        sources: { [file]: { license: 'MIT' }, 'contracts/Upgradeable.sol': { license: 'Apache-2.0' } },
      },
    }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})
