// Which packages the market is made from, and which of them this installation lacks: most are for development only.
import { packageFolder } from '../contracts/sources.ts'

const needed = [
  '@aave-dao/aave-v3-origin',
  '@morpho-org/morpho-blue',
  '@uniswap/v3-core',
  '@uniswap/v3-periphery',
  'solc-aave',
  'solc-morpho',
]

export function missingPackages(): string[] {
  return needed.filter((name) => !isInstalled(name))
}

function isInstalled(name: string): boolean {
  try {
    return packageFolder(name) !== ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return false
    throw error
  }
}
