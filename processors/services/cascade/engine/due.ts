// Items to look at in a round, in no order.
export type Due = { count: number; readonly ids: Int32Array }

export function createDue(capacity: number): Due {
  return { count: 0, ids: new Int32Array(capacity) }
}
