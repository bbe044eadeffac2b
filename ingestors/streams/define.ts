// A stream source: where a venue's public feed is, what is said to it, and a pure step from a frame to events.
import { discover } from '../../base/discover.ts'
import type { HttpClient } from '../client/http.ts'
import type { LicenceGrade, Proof } from '../define.ts'
import type { Liquidation } from '../sources/liquidations/topic.ts'

export interface StreamSource<U = any> {
  readonly source: string
  readonly venue: string
  readonly grade: LicenceGrade
  readonly proof: Proof
  readonly url: string
  readonly subscribe: readonly string[]
  readonly heartbeat: { readonly frame: string | null; readonly everyMs: number }
  readonly silentMs: number
  /** What has to be known before frames can be read: contract sizes. Asked again every day. */
  prepare(http: HttpClient, signal: AbortSignal): Promise<U>
  /** Events of one frame; none where it is about the connection. Throws where it cannot be read. */
  read(frame: string, units: U): Liquidation[]
}

export async function discoverStreams(): Promise<StreamSource[]> {
  const found = await discover<readonly StreamSource[]>(new URL('../sources/', import.meta.url), 'streams.ts')
  return [...found.values()].flat()
}

export const nothingToPrepare = async (): Promise<null> => null
