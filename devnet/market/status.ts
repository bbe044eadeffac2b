// What the demo market says of itself: in the log, in /health, and to whoever waits for it.
export type MarketState = 'off' | 'elsewhere' | 'waiting' | 'compiling' | 'deploying' | 'running' | 'missing' | 'failed'

export type MarketStatus = {
  readonly state: MarketState
  readonly detail: string
  readonly borrowers?: number
  readonly steps?: number
  readonly liquidations?: number
  readonly last_step_at?: string
}

export const marketOff: MarketStatus = { state: 'off', detail: 'switched off by DEMO_LENDING' }
export const marketElsewhere: MarketStatus = { state: 'elsewhere', detail: 'run by the process that runs the demo chain' }
