// What the runner tells of each batch.
export interface RunnerEvents {
  batch(done: {
    group: string
    topic: string
    partition: number
    records: number
    rows: number
    dead: number
    lag: bigint
    durationMs: number
  }): void
}
