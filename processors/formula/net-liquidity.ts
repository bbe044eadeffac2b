// What the Federal Reserve's balance sheet leaves with markets.
import { combine, type Point, type SeriesNamed, scale } from './index.ts'

/** Fed assets less the Treasury's account less reverse repos, in billions: daily, with the last Wednesday's balance sheet. */
export function netLiquidity({ fedAssetsM, tgaM, reverseRepoBn }: SeriesNamed<'fedAssetsM' | 'tgaM' | 'reverseRepoBn'>): Point[] {
  const drained = combine(scale(tgaM, 0.001), reverseRepoBn, (cash, repos) => cash + repos)
  return combine(drained, scale(fedAssetsM, 0.001), (out, assets) => assets - out)
}
