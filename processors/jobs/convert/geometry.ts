// Boxes on a page, in points from the top left corner, and the few questions layout code asks of them.
export type Box = { x0: number; y0: number; x1: number; y1: number }

export const width = (b: Box) => b.x1 - b.x0
export const height = (b: Box) => b.y1 - b.y0
export const centreX = (b: Box) => (b.x0 + b.x1) / 2
export const centreY = (b: Box) => (b.y0 + b.y1) / 2
export const overlapX = (a: Box, b: Box) => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
export const overlapY = (a: Box, b: Box) => Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)

export const shifted = ({ x0, y0, x1, y1 }: Box, by: { readonly x0: number; readonly y0: number }): Box => ({
  x0: x0 + by.x0,
  y0: y0 + by.y0,
  x1: x1 + by.x0,
  y1: y1 + by.y0,
})

export function boxAround(boxes: readonly Box[]): Box {
  const around = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (const b of boxes) {
    around.x0 = Math.min(around.x0, b.x0)
    around.y0 = Math.min(around.y0, b.y0)
    around.x1 = Math.max(around.x1, b.x1)
    around.y1 = Math.max(around.y1, b.y1)
  }
  return around
}

export function holdsCentre(outer: Box, inner: Box, slack = 0): boolean {
  const x = centreX(inner)
  const y = centreY(inner)
  return x >= outer.x0 - slack && x <= outer.x1 + slack && y >= outer.y0 - slack && y <= outer.y1 + slack
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
