// Layers of a feature service (ArcGIS): rows page by page; an error is a body without features, sent with HTTP status 200.
import { TollgateError } from '../../base/errors.ts'
import { fetchedOrAside, type SetAside } from '../aside.ts'
import type { HttpRequest } from '../client/http.ts'
import type { FetchContext } from '../define.ts'
import { type Row, readList, readRow } from '../formats/json.ts'

interface Asked {
  readonly layer: string
  readonly query: Readonly<Record<string, string>>
  readonly mostPages: number
  readonly request?: Pick<HttpRequest, 'headers' | 'gapMs'>
  /** Where rows are known by themselves, a page that cannot be had costs itself and those after it. */
  readonly setAside?: SetAside | undefined
}

/** What the rows say, without their geometry. */
export async function fetchFeatures(asked: Asked, { http, signal }: Pick<FetchContext, 'http' | 'signal'>): Promise<Row[]> {
  const { layer, query, mostPages, request = {}, setAside } = asked
  const rows: Row[] = []
  let last = ''
  for (let page = 0; page < mostPages; page++) {
    const url = `${layer}/query?${new URLSearchParams({ ...query, resultOffset: String(rows.length), f: 'json' })}`
    const answer = await fetchedOrAside(`page ${page + 1}`, http.json(url, { ...request, signal }), setAside)
    if (answer === undefined) return rows
    const { features, exceededTransferLimit } = readRow(answer, 'a page')
    const own = readList(features, 'features') as readonly ({ readonly attributes?: Row } | null)[]
    // Whoever sends one page over and over does not turn pages: a recording that answers every offset.
    const text = JSON.stringify(own)
    if (text === last) return rows
    last = text
    rows.push(...own.map((feature) => feature?.attributes ?? {}))
    if (exceededTransferLimit !== true || own.length === 0) return rows
  }
  throw new TollgateError('upstream_changed', `${layer} has more than ${mostPages} pages`)
}
