// How work in a worker ends without an answer: over a limit, with its worker's death, or never begun.
export type LimitReached = 'time' | 'processor' | 'memory' | 'output'

/** The work wanted more than it may have: its own doing, and the same the next time. */
export class WorkerLimit extends Error {
  readonly limit: LimitReached

  constructor(limit: LimitReached) {
    super(`the work went over its limit of ${limit}`)
    this.name = 'WorkerLimit'
    this.limit = limit
  }
}

/** The worker ended under the work for a reason that nobody here gave. */
export class WorkerDeath extends Error {
  constructor(how: string) {
    super(`its worker died: ${how}`)
    this.name = 'WorkerDeath'
  }
}

export class WorkersBusy extends Error {
  constructor() {
    super('too much work waits for a worker')
    this.name = 'WorkersBusy'
  }
}

/** No work had begun: the machine's fault or ours, never the work's. */
export class WorkerNotStarted extends Error {
  constructor(how: string, said: string) {
    super(`a worker did not start: ${how}${said === '' ? '' : ` (${said.slice(0, 500)})`}`)
    this.name = 'WorkerNotStarted'
  }
}
