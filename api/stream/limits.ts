// What one stream connection, and one address, may take.
export interface StreamLimits {
  readonly connections: number
  readonly connectionsPerIp: number
  readonly subscriptions: number
  /** Of all connections of an address together. */
  readonly subscriptionsPerIp: number
  /** A message is one piece of work and each name in it another, a purchase and a page of what was missed ten. */
  readonly workPerIp: { readonly burst: number; readonly perSecond: number }
  readonly messageBytes: number
  /** Messages a connection may send within ten seconds. */
  readonly messagesPerTenSeconds: number
  /** Bytes that wait for a reader before it counts as slow. */
  readonly bufferedBytes: number
  /** Updates that wait while earlier ones are read again or paid for. */
  readonly queuedUpdates: number
  readonly heartbeatSeconds: number
}

export const defaultStreamLimits: StreamLimits = {
  connections: 10_000,
  connectionsPerIp: 100,
  subscriptions: 64,
  subscriptionsPerIp: 1_000,
  workPerIp: { burst: 1_000, perSecond: 100 },
  // A payment alone may have 24 KB.
  messageBytes: 32_768,
  messagesPerTenSeconds: 30,
  bufferedBytes: 1_048_576,
  queuedUpdates: 1_000,
  heartbeatSeconds: 25,
}

/** Why a connection was ended by us; private codes of RFC 6455 where it has none. */
export const closeCodes = {
  going_away: 1001,
  too_many_messages: 1008,
  internal: 1011,
  slow_reader: 4008,
  no_heartbeat: 4009,
} as const
export type CloseReason = keyof typeof closeCodes

export interface Doorman {
  /** Null when the address or the process has enough connections; else how to leave. */
  enter(address: string): (() => void) | null
}

export function createDoorman(limits: Pick<StreamLimits, 'connections' | 'connectionsPerIp'>): Doorman {
  const byAddress = new Map<string, number>()
  let all = 0
  return {
    enter(address) {
      const here = byAddress.get(address) ?? 0
      if (all >= limits.connections || here >= limits.connectionsPerIp) return null
      all++
      byAddress.set(address, here + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        all--
        const left = byAddress.get(address)! - 1
        if (left > 0) byAddress.set(address, left)
        else byAddress.delete(address)
      }
    },
  }
}
