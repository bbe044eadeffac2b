// What is filed of who owns a listed company's shares and who has sold them short, as the log has it.
import { shortInterest } from '../../ingestors/sources/finra-short-interest/topic.ts'
import { institutionalHoldings } from '../../ingestors/sources/sec-13f/topic.ts'
import { insiderFilings } from '../../ingestors/sources/sec-form4/topic.ts'
import { largeStakes } from '../../ingestors/sources/sec-schedule13/topic.ts'
import type { FactsOf } from '../kit/define.ts'
import { all, type FactInput } from '../kit/index.ts'

const topics = { insiders: insiderFilings, holdings: institutionalHoldings, stakes: largeStakes, shorts: shortInterest }
type Kind = keyof typeof topics

export type Ownership = { readonly ticker: string } & { readonly [K in Kind]: FactsOf<(typeof topics)[K]> }

/** Of one company each of these kinds, read back so many days. */
export const ownershipOf = <K extends Kind>(ticker: string, days: Readonly<Record<K, number>>) => ({
  ticker,
  ...(Object.fromEntries(
    (Object.keys(days) as K[]).map((kind) => [kind, all<any>(topics[kind], { key: ticker, days: days[kind] })]),
  ) as { readonly [N in K]: FactInput<Ownership[N]> }),
})
