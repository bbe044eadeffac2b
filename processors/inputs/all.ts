// Every input kind by its name: what the suites try, and what a person may read to see what inputs there are.
import { address, wallet } from './address.ts'
import { days, limit, money } from './amounts.ts'
import { basin } from './basin.ts'
import { box } from './box.ts'
import { chainId } from './chain.ts'
import { chainName } from './chain-name.ts'
import { coin, coins } from './coins.ts'
import { commodity } from './commodity.ts'
import { country } from './country.ts'
import { day } from './day.ts'
import { flag } from './flag.ts'
import { gridRegion } from './grid-region.ts'
import { hsCode } from './hs.ts'
import type { InputKind } from './kind.ts'
import { language } from './language.ts'
import { market } from './market.ts'
import { pair } from './pair.ts'
import { city, location } from './place.ts'
import { protocol } from './protocol.ts'
import { queryText } from './query-text.ts'
import { stableSymbol } from './stable-symbol.ts'
import { ticker } from './ticker.ts'
import { tickers } from './tickers.ts'
import { timeframe } from './timeframe.ts'
import { url } from './url.ts'

export const inputKinds: readonly InputKind[] = [
  ticker,
  tickers,
  address,
  wallet,
  chainId,
  chainName,
  coin,
  coins,
  box,
  flag,
  country,
  hsCode,
  location,
  city,
  day,
  gridRegion,
  basin,
  language,
  market,
  protocol,
  stableSymbol,
  pair,
  queryText,
  url,
  commodity,
  timeframe,
  money,
  days,
  limit,
]
