// What a chore is: housekeeping in small batches, done every so often by one process at a time.
export interface Chore {
  /** Names the lock that lets one process at a time do it. */
  readonly name: string
  readonly everyMinutes: number
  /** Does one bounded batch and tells how much was there to do; asked again until that is nothing. */
  batch(now: Date): Promise<number>
}
